package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Parks in a monitor within a monitor, in methods that were called so often that they are compiled into one. */
public final class CompiledHolders {
    private static final Object OUTER = new Object();
    private static final Object INNER = new Object();
    private static final int CALLS = 50_000;

    private CompiledHolders() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < CALLS; i++) {
            outer(Duration.ZERO);
        }
        Scenario.run(args, CompiledHolders::outer);
    }

    static void outer(Duration length) {
        synchronized (OUTER) {
            between(length);
        }
    }

    static void between(Duration length) {
        inner(length);
    }

    /** No branch that is taken for the first time when it matters: the compiled code would be left for it. */
    static void inner(Duration length) {
        synchronized (INNER) {
            LockSupport.parkNanos(length.toNanos());
        }
    }
}
