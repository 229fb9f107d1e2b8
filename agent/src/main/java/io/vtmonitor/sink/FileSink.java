package io.vtmonitor.sink;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(target, out -> out.write(bytes));
    }

    /** What goes into a file. */
    @FunctionalInterface
    public interface Content {
        /** Writes it; the stream is closed by the caller. */
        void to(OutputStream out) throws IOException;
    }

    /**
     * The same for content that is not to be held in memory.
     *
     * @throws IOException where it can't; the target is untouched then
     */
    public static void write(Path target, Content content) throws IOException {
        Path absolute = target.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Path part = absolute.resolveSibling(absolute.getFileName() + ".part");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
                content.to(out);
            }
            Files.move(part, absolute, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
