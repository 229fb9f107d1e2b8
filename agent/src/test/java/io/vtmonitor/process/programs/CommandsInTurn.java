package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The command line of a jar, for each line of the input, with arguments that tabs separate; prints the exit codes. For
 * checks that need it some hundred times.
 */
public final class CommandsInTurn {
    private CommandsInTurn() {}

    public static void main(String[] args) throws Exception {
        URL[] jar = {Path.of(args[0]).toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader());
                BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            Method run = Class.forName("io.vtmonitor.cli.Main", true, loader).getMethod("run", String[].class);
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                System.out.println("exit " + run.invoke(null, (Object) line.split("\t")));
            }
        }
    }
}
