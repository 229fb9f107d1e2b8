package io.vtmonitor.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file whole or not at all. */
public final class FileSink {
    private FileSink() {}

    /**
     * Writes beside the target and moves into its place.
     *
     * @throws IOException where it can't; the target is untouched then
     */
    public static void write(Path target, String text) throws IOException {
        Path absolute = target.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Path part = absolute.resolveSibling(absolute.getFileName() + ".part");
        try {
            Files.writeString(part, text);
            Files.move(part, absolute, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
