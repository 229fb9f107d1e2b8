package io.vtmonitor.scenario;

import java.time.Duration;

/** A library that blocks in a monitor; the tests put it into a jar of its own. */
public final class Driver {
    private final Object session = new Object();

    /** Blocks for so long. */
    public void read(Duration length) throws InterruptedException {
        synchronized (session) {
            Thread.sleep(length);
        }
    }
}
