package io.vtmonitor.log;

import io.vtmonitor.common.DaemonThread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Lines on their way out. A write to a pipe that nobody reads does not end, so it is done by a thread of its own, which
 * is there only while there are lines. Whoever hands one over waits until it is written, but no longer than a moment;
 * while nothing is taken, not at all. All methods may be called by any thread.
 */
final class LineQueue {
    private static final Duration PATIENCE = Duration.ofMillis(250);

    /** After a thread could not be had: the JVM prints a warning of its own to standard output each time. */
    private static final long NO_THREAD_NANOS = 60_000_000_000L;

    /** What is said, and when. */
    record Line(Instant time, Level level, String message) {}

    private final int most;
    private final Consumer<Line> destination;
    private final Queue<Line> lines = new ArrayDeque<>();

    /** What writes now; null where all is written. */
    private @Nullable Thread writing;

    /** Whether a line has been on its way for longer than a moment. */
    private boolean kept;

    private boolean threadless;
    private long threadlessSince;

    /**
     * Of no lines yet.
     *
     * @param most so many wait at most
     * @param destination writes a line; called by one thread at a time, may take for ever
     */
    LineQueue(int most, Consumer<Line> destination) {
        this.most = most;
        this.destination = destination;
    }

    /**
     * Hands a line over.
     *
     * @return false where too many wait already: it is left out
     */
    boolean put(Line line) {
        boolean mine;
        synchronized (this) {
            if (lines.size() >= most) {
                return false;
            }
            lines.add(line);
            if (kept) {
                return true;
            }
            if (writing == null) {
                writing = started();
            }
            mine = writing.equals(Thread.currentThread());
        }
        if (mine) {
            writeAll();
        } else if (!isVirtual(Thread.currentThread()) && !await(PATIENCE)) {
            synchronized (this) {
                kept = writing != null;
            }
        }
        return true;
    }

    /** To wait here would be a wait of the application's thread in our own recording. By name: Java 17 has none. */
    private static boolean isVirtual(Thread thread) {
        return thread.getClass().getName().equals("java.lang.VirtualThread");
    }

    /**
     * Waits until all is written.
     *
     * @return false where it was not within the bound
     */
    synchronized boolean await(Duration bound) {
        long end = System.nanoTime() + bound.toNanos();
        try {
            for (long left = bound.toNanos(); writing != null && left > 0; left = end - System.nanoTime()) {
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
        return writing == null;
    }

    /** Where there is no memory for a thread, it is done by the caller's, as it would be without a queue. */
    private Thread started() {
        if (threadless && System.nanoTime() - threadlessSince < NO_THREAD_NANOS) {
            return Thread.currentThread();
        }
        try {
            Thread thread = DaemonThread.of("vt-monitor-log", this::writeAll);
            thread.start();
            threadless = false;
            return thread;
        } catch (OutOfMemoryError ignored) {
            threadless = true;
            threadlessSince = System.nanoTime();
            return Thread.currentThread();
        }
    }

    private void writeAll() {
        for (Line line = next(); line != null; line = next()) {
            try {
                destination.accept(line);
            } catch (RuntimeException | Error ignored) {
                // Out of memory: this line is lost, the next ones are tried.
            }
        }
    }

    private synchronized @Nullable Line next() {
        Line line = lines.poll();
        if (line == null) {
            kept = false;
            writing = null;
            notifyAll();
        }
        return line;
    }
}
