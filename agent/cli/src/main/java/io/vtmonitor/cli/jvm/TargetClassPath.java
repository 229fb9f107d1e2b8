package io.vtmonitor.cli.jvm;

import io.vtmonitor.pins.RecordedClassPath;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The class path of a running JVM, with the jars that it has opened since its start, in the form of {@code analyze
 * --classpath}.
 */
public final class TargetClassPath {
    /** A bound, because a server may have many open files, of which only a few are jars. */
    private static final int MOST_OPEN_FILES = 20_000;

    private TargetClassPath() {}

    /**
     * Class path, module path, the folders of a launcher, and the Java home. Relative paths are in the JVM's folder,
     * and what can't be read is left out. On Linux also the jars that the JVM has open, which servers and plug-ins
     * load.
     */
    public static String of(TargetJvm jvm) {
        Set<String> elements = new LinkedHashSet<>();
        for (String element :
                RecordedClassPath.of(jvm::property, File.pathSeparator).split(File.pathSeparator, -1)) {
            add(element, elements);
        }
        addOpenJars(Path.of("/proc", Long.toString(jvm.pid()), "fd"), elements);
        return String.join(File.pathSeparator, elements);
    }

    private static void add(String element, Set<String> elements) {
        try {
            if (!element.isEmpty() && Files.isReadable(Path.of(element))) {
                elements.add(element);
            }
        } catch (InvalidPathException ignored) {
            // Not a path, so it names no file.
        }
    }

    private static void addOpenJars(Path openFiles, Set<String> elements) {
        try (DirectoryStream<Path> links = Files.newDirectoryStream(openFiles)) {
            int seen = 0;
            for (Path link : links) {
                if (++seen > MOST_OPEN_FILES) {
                    return;
                }
                addJar(link, elements);
            }
        } catch (IOException | DirectoryIteratorException | SecurityException ignored) {
            // Not Linux, or a process of another user.
        }
    }

    private static void addJar(Path link, Set<String> elements) {
        try {
            Path file = Files.readSymbolicLink(link);
            if (file.toString().endsWith(".jar") && Files.isRegularFile(file)) {
                add(file.toString(), elements);
            }
        } catch (IOException | SecurityException ignored) {
            // The file has been closed.
        }
    }
}
