package io.vtmonitor.common;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of one of our own threads, without JMX: from Linux ({@code /proc/PID/task/TID/schedstat}). No other
 * system is asked. May be used by any thread.
 */
public final class ThreadCpu {
    private static final Path PROC = Path.of("/proc");
    private static final Path CALLER = PROC.resolve("thread-self");

    private final Path scheduled;
    private volatile long last = -1;

    private ThreadCpu(Path scheduled) {
        this.scheduled = scheduled;
    }

    /** Of the calling thread, to be asked for later, by others, too. */
    public static ThreadCpu ofCaller() {
        Path task = CALLER;
        try {
            task = PROC.resolve(Files.readSymbolicLink(CALLER));
        } catch (IOException | RuntimeException ignored) {
            // No Linux: it stays unknown.
        }
        return new ThreadCpu(task.resolve("schedstat"));
    }

    /** What it has used so far, in nanoseconds; all that is known of a thread that has ended; -1 where nothing is. */
    private long nanos() {
        try {
            last = read(scheduled);
        } catch (IOException | RuntimeException ignored) {
            // It has ended, or the system has no such file.
        }
        return last;
    }

    /**
     * What it has used so far, in seconds.
     *
     * @param otherwise what to take where that is not known, in nanoseconds
     */
    public static double seconds(@Nullable ThreadCpu thread, long otherwise) {
        long nanos = thread == null ? -1 : thread.nanos();
        return (nanos >= 0 ? nanos : otherwise) / 1e9;
    }

    /**
     * Of the calling thread, in nanoseconds; elsewhere than on Linux the clock, which is no less. Differences count.
     */
    public static long now() {
        try {
            return read(CALLER.resolve("schedstat"));
        } catch (IOException | RuntimeException ignored) {
            return System.nanoTime();
        }
    }

    private static long read(Path scheduled) throws IOException {
        String text = new String(Files.readAllBytes(scheduled), StandardCharsets.US_ASCII);
        return Long.parseLong(text.substring(0, text.indexOf(' ')));
    }
}
