package io.vtmonitor.common;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;

/**
 * This process, and files that are its own, for the start of a watch. What the JDK has for both makes a thread pool and
 * loads the providers of cryptography, together more than a hundred classes.
 */
public final class OwnProcess {
    private static final Path LINUX = Path.of("/proc/self");
    private static final int MOST_ATTEMPTS = 1_000;

    private OwnProcess() {}

    /** The number of this process. */
    public static long id() {
        try {
            return Long.parseLong(Files.readSymbolicLink(LINUX).toString());
        } catch (IOException | RuntimeException ignored) {
            return ProcessHandle.current().pid();
        }
    }

    /** Whether the JVM is ending: it accepts no more shutdown hooks then, and Flight Recorder ends all recordings. */
    public static boolean isEnding() {
        Thread none = new Thread(null, null, "vt-monitor-none");
        try {
            Runtime.getRuntime().addShutdownHook(none);
            return !Runtime.getRuntime().removeShutdownHook(none);
        } catch (IllegalStateException ignored) {
            return true;
        }
    }

    /**
     * Makes an empty file that only its owner can read. No other process can have prepared it: it fails where a file or
     * link of that name exists, so that the name need not be hard to guess.
     *
     * @param prefix before the number in its name
     * @param suffix after it
     */
    public static Path temporaryFile(Path folder, String prefix, String suffix) throws IOException {
        FileAttribute<?>[] permissions =
                folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(
                                    EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE))
                        }
                        : new FileAttribute<?>[0];
        long number = System.nanoTime();
        for (int attempt = 1; ; attempt++) {
            try {
                Path file = folder.resolve(prefix + Long.toUnsignedString(number++) + suffix);
                return Files.createFile(file, permissions);
            } catch (FileAlreadyExistsException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
