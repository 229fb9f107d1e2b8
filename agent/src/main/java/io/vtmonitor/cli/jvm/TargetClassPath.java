package io.vtmonitor.cli.jvm;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a running JVM was started with, as {@code analyze --classpath} takes it. */
public final class TargetClassPath {
    private TargetClassPath() {}

    /**
     * Class path, module path and Java home; relative ones are in the JVM's folder, and what can't be read is left out.
     */
    public static String of(TargetJvm jvm) {
        List<String> elements = new ArrayList<>();
        for (String property : List.of("java.class.path", "jdk.module.path", "java.home")) {
            for (String element : jvm.property(property).split(File.pathSeparator, -1)) {
                add(element, jvm.property("user.dir"), elements);
            }
        }
        return String.join(File.pathSeparator, elements);
    }

    private static void add(String element, String folder, List<String> elements) {
        try {
            Path path = Path.of(folder).resolve(element).normalize();
            if (!element.isEmpty() && Files.isReadable(path)) {
                elements.add(path.toString());
            }
        } catch (InvalidPathException ignored) {
            // A text that is no path names no file.
        }
    }
}
