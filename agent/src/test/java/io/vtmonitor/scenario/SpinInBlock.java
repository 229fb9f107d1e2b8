package io.vtmonitor.scenario;

import java.time.Duration;

/** Computes in a synchronized block: the carrier does useful work, which is not a pin. */
public final class SpinInBlock {
    private static final Object LOCK = new Object();

    private SpinInBlock() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, SpinInBlock::hold);
    }

    static void hold(Duration length) {
        synchronized (LOCK) {
            long end = System.nanoTime() + length.toNanos();
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
    }
}
