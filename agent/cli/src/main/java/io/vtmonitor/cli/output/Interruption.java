package io.vtmonitor.cli.output;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in an orderly way after Ctrl-C (or SIGTERM): this JVM continues to run until {@link #close}, for
 * at most a minute. It ends with the exit code of {@link #through}, so that a script can continue. Without one, it ends
 * like other JVMs, with 130 (or 143).
 */
public final class Interruption implements AutoCloseable {
    private static final int SECONDS_TO_FINISH = 60;

    private static final int NONE = -1;

    private final CountDownLatch came = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = new Thread(this::hold, "vt-monitor-interrupted");

    public Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private volatile int code = NONE;

    private void hold() {
        came.countDown();
        try {
            if (!finished.await(SECONDS_TO_FINISH, TimeUnit.SECONDS)) {
                return; // the command did not end in time
            }
            int exitCode = code;
            if (exitCode != NONE) {
                // System.exit would wait for this hook.
                Runtime.getRuntime().halt(exitCode);
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for that time; returns true as soon as the signal comes. */
    public boolean await(Duration length) {
        try {
            return came.await(length.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /**
     * Sets the exit code of the command. All output must be written before: after a signal, nothing runs after the
     * following {@link #close}.
     *
     * @param exitCode 0 to 255
     * @return the same
     */
    public int through(int exitCode) {
        code = exitCode;
        return exitCode;
    }

    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ignored) {
            // The JVM is shutting down, and the hook already runs. The latch lets it return.
        }
    }
}
