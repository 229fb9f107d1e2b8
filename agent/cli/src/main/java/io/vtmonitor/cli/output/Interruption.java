package io.vtmonitor.cli.output;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C (or SIGTERM) into an early end: this JVM continues until {@link #close}, or for a minute. It ends with
 * the exit code of {@link #through}, so that a script can continue. Without one, it ends as the JVM does, with 130 (or
 * 143).
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
                return; // a JVM that does not answer
            }
            int exitCode = code;
            if (exitCode != NONE) {
                // To exit would wait for this very hook.
                Runtime.getRuntime().halt(exitCode);
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits so long; returns true as soon as it comes. */
    public boolean await(Duration length) {
        try {
            return came.await(length.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /**
     * Says how the command has ended. All that it writes has to be written: where it was interrupted, nothing runs
     * after the {@link #close} that follows.
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
            // The JVM is shutting down and the hook runs already; the latch lets it return.
        }
    }
}
