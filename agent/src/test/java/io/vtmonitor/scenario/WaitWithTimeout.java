package io.vtmonitor.scenario;

import java.time.Duration;

/** Calls Object.wait with a timeout; nobody notifies. */
public final class WaitWithTimeout {
    private static final Object LOCK = new Object();

    private WaitWithTimeout() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, WaitWithTimeout::await);
    }

    static void await(Duration length) throws InterruptedException {
        synchronized (LOCK) {
            LOCK.wait(length.toMillis());
        }
    }
}
