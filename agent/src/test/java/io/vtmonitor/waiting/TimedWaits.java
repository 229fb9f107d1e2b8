package io.vtmonitor.waiting;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/**
 * Virtual threads that wait with a time limit for a monitor which others enter at the same time. On JDK 25 and later
 * the JVM keeps some of them on their carriers. As an agent, it does nothing.
 */
public final class TimedWaits {
    private static final Object MONITOR = new Object();
    private static final int THREADS = 15;
    private static final int MILLIS = 70;

    private TimedWaits() {}

    public static void premain(String arguments, Instrumentation instrumentation) {}

    /** Argument: for how many seconds. */
    public static void main(String[] args) throws InterruptedException {
        long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000_000L;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.startVirtualThread(() -> waitUntil(end)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void waitUntil(long end) {
        while (System.nanoTime() < end) {
            synchronized (MONITOR) {
                try {
                    MONITOR.wait(MILLIS);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }
}
