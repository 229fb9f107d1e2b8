package io.vtmonitor.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How large a file a process may write ({@code RLIMIT_FSIZE}, getrlimit(2)), as Linux shows it. JFR aborts the JVM when
 * a chunk reaches that limit, on JDK 21 and 25 alike, whoever records.
 */
public final class FileSizeLimit {
    /** JFR's default, and the largest that vt-monitor sets. */
    public static final long DEFAULT_CHUNK_BYTES = 12 << 20;

    /**
     * What a chunk may have beyond the size at which it is to end. JFR looks at the size now and then, and what the
     * chunk's events refer to is added as it ends: 30 MB were seen, in a storm of pins on a busy machine.
     */
    private static final long BEYOND_BYTES = 96 << 20;

    private FileSizeLimit() {}

    /**
     * Makes sure that a process may write whole chunks; where nobody tells, nothing is checked.
     *
     * @param process its id, or {@code self}
     * @param chunkBytes the size at which JFR ends a chunk there
     */
    static void check(String process, long chunkBytes) throws HostLimitException {
        long limit = of(process);
        long needed = chunkBytes + BEYOND_BYTES;
        if (limit < needed) {
            throw new HostLimitException("this JVM can write files of at most "
                    + (limit < 1 << 20 ? limit / 1024 + " KB" : (limit >> 20) + " MB")
                    + " (RLIMIT_FSIZE), and Flight Recorder aborts a JVM that reaches the limit; at least "
                    + (needed >> 20) + " MB are needed (in bash, ulimit -f " + needed / 1024 + ")");
        }
    }

    /** How much of a recording is to be kept, so that what comes with the last chunk is not too large for a file. */
    public static long mostKept(String process, long wanted) {
        return Math.min(wanted, of(process) / 2);
    }

    private static long of(String process) {
        try {
            return Long.parseLong(
                    ProcFiles.field(Files.readString(Path.of("/proc", process, "limits")), "Max file size "));
        } catch (IOException | RuntimeException ignored) {
            return Long.MAX_VALUE; // "unlimited", another system, or not ours to read
        }
    }
}
