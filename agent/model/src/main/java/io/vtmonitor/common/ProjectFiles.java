package io.vtmonitor.common;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The files of a project's folder that its author writes: hidden folders, {@code node_modules}, and what can't be read
 * are left out, and links are not followed.
 */
public final class ProjectFiles {
    private ProjectFiles() {}

    /**
     * Lists files, relative to the folder.
     *
     * @param deepest how many folders deep to look
     * @param named which names to list
     * @throws IOException if the folder can't be read
     */
    public static List<Path> in(Path root, int deepest, Predicate<String> named) throws IOException {
        if (!Files.isDirectory(root)) {
            throw new NotDirectoryException(root.toString());
        }
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, Set.of(), deepest, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = String.valueOf(folder.getFileName());
                boolean left = !folder.equals(root) && (name.startsWith(".") || name.equals("node_modules"));
                return left ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (named.test(String.valueOf(file.getFileName())) && Files.isRegularFile(file)) {
                    found.add(root.relativize(file));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
                if (file.equals(root)) {
                    throw failed;
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed) {
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    /** A relative path as a URI reference (RFC 3986); empty if it can't be one. */
    public static String uri(Path relative) {
        List<String> names = new ArrayList<>();
        relative.forEach(name -> names.add(name.toString()));
        try {
            return new URI(null, null, "/" + String.join("/", names), null)
                    .toASCIIString()
                    .substring(1)
                    .replace(":", "%3A");
        } catch (URISyntaxException ignored) {
            return "";
        }
    }
}
