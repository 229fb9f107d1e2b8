package io.vtmonitor.classfile;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where classes come from, the same for a class path and for a loaded class's code source; so both name the same
 * library. Spring Boot writes {@code jar:nested:/app.jar/!BOOT-INF/lib/x.jar!/}, before 3.2
 * {@code jar:file:/app.jar!/BOOT-INF/lib/x.jar!/}.
 *
 * @param file a folder or a jar
 * @param nested within that jar: another jar, or a folder with its slash at the end; empty for the jar itself
 */
record CodeLocation(Path file, String nested) {
    private static final Pattern URL = Pattern.compile("(?:jar:)?(?:file|nested):(.+?)(?:(?:/!|!/)(.*?)(?:!/)?)?");

    /** The location a code source names, null if it is no file. */
    static @Nullable CodeLocation parse(String url) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            return null;
        }
        String nested = parts.group(2) == null ? "" : parts.group(2);
        try {
            return new CodeLocation(Path.of(URI.create("file:" + parts.group(1).replace(" ", "%20"))), decoded(nested));
        } catch (IllegalArgumentException | java.nio.file.FileSystemNotFoundException e) {
            return null;
        }
    }

    /** What a jar's manifest names by an address relative to the jar, null if it is no file. */
    static @Nullable Path relative(Path jar, String address) {
        try {
            return Path.of(jar.toAbsolutePath().toUri().resolve(address));
        } catch (IllegalArgumentException | java.nio.file.FileSystemNotFoundException e) {
            return null;
        }
    }

    private static String decoded(String nested) {
        return nested.contains("%") ? URI.create("x:/" + nested).getPath().substring(1) : nested;
    }

    boolean isNestedJar() {
        return !nested.isEmpty() && !nested.endsWith("/");
    }

    /**
     * The classes there; to be closed.
     *
     * @throws IOException if they can't be read, and for a jar that is compressed within another
     */
    Archive open() throws IOException {
        if (Files.isDirectory(file)) {
            return new Folder(file.resolve(nested));
        }
        return isNestedJar() ? NestedJar.open(file, nested) : new Jar(file, nested);
    }

    /** The same, a jar that is compressed within another included: for analyses, since it takes as much memory. */
    Archive openUnpacked() throws IOException {
        try {
            return open();
        } catch (NestedJar.CompressedJarException e) {
            try (Jar outer = new Jar(file, "")) {
                byte[] bytes = outer.read(nested);
                if (bytes == null) {
                    throw e;
                }
                return NestedJar.inMemory(bytes);
            }
        }
    }

    /** Whose classes they are; those of a folder within a jar belong to the jar. */
    LibraryOfJar library() throws IOException {
        if (Files.isDirectory(file)) {
            return LibraryOfJar.ofFolder(file.toAbsolutePath().normalize());
        }
        try (Archive archive = isNestedJar() ? open() : new Jar(file, "")) {
            return LibraryOfJar.of(fileName(), archive);
        }
    }

    /** Of the jar or folder. */
    String fileName() {
        return String.valueOf(Path.of(isNestedJar() ? nested : file.toString()).getFileName());
    }
}
