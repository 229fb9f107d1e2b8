package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for what no event tells: asked again and again, with a pause, and no longer than half a minute. */
final class Until {
    private Until() {}

    /** @param what is awaited, for the message */
    static void holds(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("not in half a minute: " + what).isLessThan(end);
            Thread.sleep(20);
        }
    }
}
