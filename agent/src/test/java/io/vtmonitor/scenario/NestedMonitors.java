package io.vtmonitor.scenario;

import java.time.Duration;

/** Sleeps in a monitor within a monitor, in two frames with one that owns nothing between them. */
public final class NestedMonitors {
    private static final Object OUTER = new Object();
    private static final Object INNER = new Object();

    private NestedMonitors() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, NestedMonitors::outer);
    }

    static void outer(Duration length) throws InterruptedException {
        synchronized (OUTER) {
            between(length);
        }
    }

    static void between(Duration length) throws InterruptedException {
        inner(length);
    }

    static void inner(Duration length) throws InterruptedException {
        synchronized (INNER) {
            Thread.sleep(length);
        }
    }
}
