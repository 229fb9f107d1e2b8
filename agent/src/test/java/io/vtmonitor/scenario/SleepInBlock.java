package io.vtmonitor.scenario;

import java.time.Duration;

/** Sleeps in a synchronized block. */
public final class SleepInBlock {
    private static final Object LOCK = new Object();

    private SleepInBlock() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, SleepInBlock::hold);
    }

    static void hold(Duration length) throws InterruptedException {
        synchronized (LOCK) {
            Thread.sleep(length);
        }
    }
}
