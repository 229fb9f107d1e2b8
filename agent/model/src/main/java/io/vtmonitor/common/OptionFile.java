package io.vtmonitor.common;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The text of a file that an option names. It is read on the application's heap, and the name may lead anywhere: to a
 * device without an end, or to a pipe that nobody writes to, which can't even be opened. So only regular files are
 * opened, and what is read is counted: files in {@code /proc} have more than the size they state. Links are followed:
 * Kubernetes mounts its secrets as links.
 */
public final class OptionFile {
    /** Much more than any file of options, advice, or rules has. */
    public static final int MOST_BYTES = 1 << 20;

    private OptionFile() {}

    /**
     * Reads it.
     *
     * @param mostBytes a longer file is refused
     * @throws IOException if it can't be read; the message says what it is and what is accepted
     */
    public static String read(Path file, int mostBytes) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            throw refused(
                    attributes.isDirectory() ? "it is a folder" : "it is a device, a pipe, or a socket", mostBytes);
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(mostBytes + 1);
        }
        if (bytes.length > mostBytes) {
            throw refused("it is longer than " + size(mostBytes), mostBytes);
        }
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static IOException refused(String saw, int mostBytes) {
        return new IOException(saw + "; accepted: a regular file of at most " + size(mostBytes) + ", or a link to one");
    }

    private static String size(int bytes) {
        return bytes >= 1 << 20 ? (bytes >> 20) + " MB" : (bytes >> 10) + " KB";
    }
}
