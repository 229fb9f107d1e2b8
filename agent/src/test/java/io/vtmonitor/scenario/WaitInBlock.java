package io.vtmonitor.scenario;

import java.time.Duration;

/** Calls Object.wait while a caller owns another monitor. */
public final class WaitInBlock {
    private static final Object OUTER = new Object();
    private static final Object LOCK = new Object();

    private WaitInBlock() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, WaitInBlock::hold);
    }

    static void hold(Duration length) throws InterruptedException {
        synchronized (OUTER) {
            await(length);
        }
    }

    static void await(Duration length) throws InterruptedException {
        synchronized (LOCK) {
            LOCK.wait(length.toMillis());
        }
    }
}
