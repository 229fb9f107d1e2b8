package io.vtmonitor.scenario;

import java.time.Duration;

/** Yields in a synchronized block: on JDK 21 that does nothing, and it is never a pin. */
public final class YieldInBlock {
    private static final Object LOCK = new Object();

    private YieldInBlock() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, YieldInBlock::hold);
    }

    static void hold(Duration length) {
        synchronized (LOCK) {
            long end = System.nanoTime() + length.toNanos();
            while (System.nanoTime() < end) {
                Thread.yield();
            }
        }
    }
}
