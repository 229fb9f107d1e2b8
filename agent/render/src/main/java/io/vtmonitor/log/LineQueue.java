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
 * Lines to be written. As a write to a pipe that nobody reads may block forever, a separate thread writes. It exists
 * only while there are lines. The caller waits until its line is written, but at most {@link #PATIENCE}; while a line
 * is overdue, callers do not wait. Thread-safe.
 */
final class LineQueue {
    private static final Duration PATIENCE = Duration.ofMillis(250);

    /**
     * Nanoseconds for which no thread is started after one could not be started for lack of memory. The JVM prints a
     * warning to standard output each time.
     */
    private static final long NO_THREAD_NANOS = 60_000_000_000L;

    /** A line and its time. */
    record Line(Instant time, Level level, String message) {}

    private final int most;
    private final Consumer<Line> destination;
    private final Queue<Line> lines = new ArrayDeque<>();

    /** The thread that writes; null if all lines are written. */
    private @Nullable Thread writing;

    /**
     * Whether a line could not be written within {@link #PATIENCE}. Until all lines are written, callers do not wait.
     */
    private boolean overdue;

    private boolean noMemoryForThread;
    private long noMemorySince;

    /**
     * Without lines at first.
     *
     * @param most how many lines may wait
     * @param destination writes a line. Called by one thread at a time; may block forever
     */
    LineQueue(int most, Consumer<Line> destination) {
        this.most = most;
        this.destination = destination;
    }

    /**
     * Adds a line.
     *
     * @return false if too many lines wait: then the line is not added
     */
    boolean put(Line line) {
        boolean mine;
        synchronized (this) {
            if (lines.size() >= most) {
                return false;
            }
            lines.add(line);
            if (overdue) {
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
                overdue = writing != null;
            }
        }
        return true;
    }

    /**
     * A virtual thread does not wait here, because our own recording would have that as a wait of the application.
     * Compares names because Java 17 has no method for it.
     */
    private static boolean isVirtual(Thread thread) {
        return thread.getClass().getName().equals("java.lang.VirtualThread");
    }

    /**
     * Waits until all lines are written.
     *
     * @return false if they were not within the bound
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

    /** Starts a thread that writes. Without memory for a thread, the caller's thread writes. */
    private Thread started() {
        if (noMemoryForThread && System.nanoTime() - noMemorySince < NO_THREAD_NANOS) {
            return Thread.currentThread();
        }
        try {
            Thread thread = DaemonThread.of("vt-monitor-log", this::writeAll);
            thread.start();
            noMemoryForThread = false;
            return thread;
        } catch (OutOfMemoryError ignored) {
            noMemoryForThread = true;
            noMemorySince = System.nanoTime();
            return Thread.currentThread();
        }
    }

    private void writeAll() {
        for (Line line = next(); line != null; line = next()) {
            try {
                destination.accept(line);
            } catch (RuntimeException | Error ignored) {
                // Out of memory: this line is lost, but later ones may be written.
            }
        }
    }

    private synchronized @Nullable Line next() {
        Line line = lines.poll();
        if (line == null) {
            overdue = false;
            writing = null;
            notifyAll();
        }
        return line;
    }
}
