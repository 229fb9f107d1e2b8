package io.vtmonitor.pins;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a JVM was started with, as its system properties tell it: the class path, the module path, the folders of a
 * Spring Boot launcher, the JDK's home. Paths, no more.
 */
public final class RecordedClassPath {
    /** System properties that name class files, in the order of their use. */
    public static final List<String> PROPERTIES =
            List.of("java.class.path", "jdk.module.path", "loader.path", "java.home");

    /** The folder in which relative paths are. */
    public static final String FOLDER = "user.dir";

    /** A text in an event has a bound; a longer class path loses its end. */
    private static final int LONGEST = 30_000;

    private RecordedClassPath() {}

    /** Of this JVM. */
    static String current() {
        return of(System::getProperty, File.pathSeparator);
    }

    /**
     * Absolute paths where the folder is known.
     *
     * @param property a system property's value, null if it is not set
     * @param separator of the paths
     */
    public static String of(Function<String, @Nullable String> property, String separator) {
        String folder = property.apply(FOLDER);
        Set<String> elements = new LinkedHashSet<>();
        for (String name : PROPERTIES) {
            String paths = property.apply(name);
            // A launcher's path is separated by commas, and may name folders with all their jars by a star.
            String[] each = paths == null
                    ? new String[0]
                    : name.equals("loader.path") ? paths.split(",", -1) : paths.split(separator, -1);
            for (String path : each) {
                if (!path.isBlank()) {
                    elements.add(absolute(path.trim(), folder));
                }
            }
        }
        StringBuilder text = new StringBuilder();
        for (String element : elements) {
            if (text.length() + element.length() < LONGEST) {
                text.append(text.length() == 0 ? "" : separator).append(element);
            }
        }
        return text.toString();
    }

    private static String absolute(String path, @Nullable String folder) {
        try {
            return folder == null || folder.isEmpty()
                    ? path
                    : Path.of(folder).resolve(path).normalize().toString();
        } catch (InvalidPathException ignored) {
            return path;
        }
    }
}
