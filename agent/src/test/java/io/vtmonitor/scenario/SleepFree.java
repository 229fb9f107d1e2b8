package io.vtmonitor.scenario;

import java.time.Duration;

/** Cure: sleeps with no monitor held, after having held one. */
public final class SleepFree {
    private static final Object LOCK = new Object();
    private static int count;

    private SleepFree() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, SleepFree::release);
    }

    static void release(Duration length) throws InterruptedException {
        synchronized (LOCK) {
            count++;
        }
        Thread.sleep(length);
    }
}
