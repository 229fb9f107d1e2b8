package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for what no event tells: asked repeatedly, with a pause, and given up after three minutes. */
public final class Until {
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);

    private Until() {}

    /** @param what is awaited, for the message */
    public static void holds(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("not in three minutes: " + what).isLessThan(end);
            Thread.sleep(20);
        }
    }

    public interface Check {
        void run() throws IOException, InterruptedException;
    }

    /** A scrape that comes late is a gap, which a busy machine makes now and then, and which the next ones close. */
    public static void passes(Check check) throws IOException, InterruptedException {
        for (long end = System.nanoTime() + PATIENCE_NANOS; ; Thread.sleep(500)) {
            try {
                check.run();
                return;
            } catch (AssertionError e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }
}
