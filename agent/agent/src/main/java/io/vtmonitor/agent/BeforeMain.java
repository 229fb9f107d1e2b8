package io.vtmonitor.agent;

import io.vtmonitor.log.FirstLogger;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code start=before-main}: premain waits for the recording, which another thread starts. */
public final class BeforeMain {
    /** A recording takes a second to start, more on a busy machine; the application is not held up permanently. */
    private static final long MOST_SECONDS = 60;

    private static final CountDownLatch RUNS = new CountDownLatch(1);

    private BeforeMain() {}

    /**
     * Called by name from {@code VtMonitor}, on the thread of premain.
     *
     * @param argument the agent's options, null for none
     * @param instrumentation unused; the JVM's
     */
    public static void await(@Nullable String argument, Instrumentation instrumentation) {
        try {
            if (Options.of(argument, System::getProperty, System::getenv).beforeMain()) {
                boolean runs = RUNS.await(MOST_SECONDS, TimeUnit.SECONDS);
                if (!runs) {
                    FirstLogger.of(BeforeMain.class)
                            .warn(
                                    "start=before-main: the recording is not running after {} s; the application starts without it",
                                    MOST_SECONDS);
                }
            }
        } catch (Options.BadOption ignored) {
            // The start reads the same options and reports them.
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    /** The recording runs, or never will. */
    static void over() {
        RUNS.countDown();
    }
}
