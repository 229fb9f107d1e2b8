package io.vtmonitor.scenario;

import java.time.Duration;

/** Calls Object.wait while a caller owns a monitor that could be any. */
public final class WaitInAnyBlock {
    private static Object outer = new Object();
    private static final Object LOCK = new Object();

    private WaitInAnyBlock() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, WaitInAnyBlock::hold);
    }

    static void hold(Duration length) throws InterruptedException {
        synchronized (outer) {
            await(length);
        }
    }

    static void await(Duration length) throws InterruptedException {
        synchronized (LOCK) {
            LOCK.wait(length.toMillis());
        }
    }
}
