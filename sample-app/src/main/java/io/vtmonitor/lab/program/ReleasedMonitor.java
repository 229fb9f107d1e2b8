package io.vtmonitor.lab.program;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Virtual threads that sleep in a monitor, called by a method that has given its own monitor back before: only the
 * inner frame pins. Arguments: how many times, milliseconds. For what the JDK's {@code jdk.tracePinnedThreads} makes of
 * it.
 */
public final class ReleasedMonitor {
    private static final Object BEFORE = new Object();
    private static final Object LOCK = new Object();
    private static final AtomicInteger ENTERED = new AtomicInteger();

    private ReleasedMonitor() {}

    public static void main(String[] arguments) throws Exception {
        Figures.awaitGo();
        int millis = Integer.parseInt(arguments[1]);
        for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
            Thread.ofVirtual().start(() -> released(millis)).join();
        }
    }

    private static void released(int millis) {
        synchronized (BEFORE) {
            ENTERED.incrementAndGet();
        }
        holds(millis);
    }

    private static void holds(int millis) {
        synchronized (LOCK) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
