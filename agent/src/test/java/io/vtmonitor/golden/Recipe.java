package io.vtmonitor.golden;

import java.util.List;

/**
 * How to see a library block.
 *
 * @param library artifact and version, as in its jar's name
 * @param more further jars it needs, without {@code .jar}
 * @param program class under {@code src/golden}
 * @param what the program's first argument
 * @param arguments the others; {@code {mariadb}} is the port of that server, {@code {mariadb-slow}} of a slow way to it
 */
record Recipe(String library, List<String> more, String program, String what, List<String> arguments) {
    List<String> jars() {
        List<String> jars = new java.util.ArrayList<>();
        if (!library.startsWith("jdk")) {
            jars.add(library + ".jar");
        }
        more.forEach(jar -> jars.add(jar + ".jar"));
        return jars;
    }
}
