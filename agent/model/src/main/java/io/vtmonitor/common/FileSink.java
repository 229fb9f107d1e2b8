package io.vtmonitor.common;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Writes a file completely or not at all. A symbolic link stays, and its target is replaced. A target that is not a
 * regular file (a device, a pipe, the target of {@code /dev/stdout}) is written to and never replaced.
 */
public final class FileSink {
    private static final int MOST_LINKS = 40;

    private FileSink() {}

    /**
     * Writes next to the target and moves into its place.
     *
     * @throws IOException if it can't; a regular file is untouched then
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
     * @throws IOException if it can't; a regular file is untouched then
     */
    public static void write(Path target, Content content) throws IOException {
        try {
            writeOrThrow(target, content);
        } catch (IOException e) {
            // Most exceptions name no file, or the temporary one next to the target, which the user did not name.
            throw new IOException(FailureText.of(target, e), e);
        }
    }

    private static void writeOrThrow(Path target, Content content) throws IOException {
        Path absolute = followed(target.toAbsolutePath());
        if (isOpenFile(absolute) || (Files.exists(absolute) && !Files.isRegularFile(absolute))) {
            // To append moves nothing in a pipe, and keeps what a shell's >> has put into standard output's file.
            try (OutputStream out =
                    new BufferedOutputStream(Files.newOutputStream(absolute, StandardOpenOption.APPEND))) {
                content.to(out);
            }
            return;
        }
        Path folder = absolute.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Path part = absolute.resolveSibling(partName());
        // If the name is taken, the file is another's, and is left as it is.
        OutputStream created = Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            try (OutputStream out = new BufferedOutputStream(created)) {
                content.to(out);
            }
            Files.move(part, absolute, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** A name of its own: others may write the same target at the same time. Short, as the target's may be long. */
    private static String partName() {
        int random = ThreadLocalRandom.current().nextInt();
        return "vt-monitor-" + OwnProcess.id() + "-" + Integer.toUnsignedString(random, Character.MAX_RADIX) + ".part";
    }

    /** What a link leads to, there or not; system calls refuse as long a chain. */
    private static Path followed(Path path) throws IOException {
        Path at = path;
        for (int i = 0; Files.isSymbolicLink(at) && !isOpenFile(at); i++) {
            if (i == MOST_LINKS) {
                throw new FileSystemLoopException(path.toString());
            }
            at = at.resolveSibling(Files.readSymbolicLink(at));
        }
        return at;
    }

    /** A link of the kernel's to what a process has open: another file in its place would not be that one. */
    private static boolean isOpenFile(Path path) {
        return Files.isSymbolicLink(path) && (path.startsWith("/proc") || path.startsWith("/dev/fd"));
    }
}
