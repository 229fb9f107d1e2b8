package io.vtmonitor.cli;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The jars that a process has open, as the class loaders that it has created keep their jars open. Linux only. */
final class OpenJars {
    private static final int MOST = 2_000;

    private OpenJars() {}

    /** The jars, ordered by name; empty if the system does not show them. */
    static List<Path> of(long pid) {
        Set<Path> jars = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path file : files) {
                add(file, jars);
                if (jars.size() >= MOST) {
                    break;
                }
            }
        } catch (IOException | DirectoryIteratorException ignored) { // the process may have ended
            return List.of();
        }
        return List.copyOf(jars);
    }

    private static void add(Path file, Set<Path> jars) {
        try {
            Path open = Files.readSymbolicLink(file);
            if (open.toString().endsWith(".jar") && Files.isRegularFile(open)) {
                jars.add(open);
            }
        } catch (IOException ignored) {
            // The file has been closed.
        }
    }
}
