package io.vtmonitor.waiting;

import java.util.concurrent.atomic.AtomicInteger;

/** Threads that were notified by one that keeps the monitor, with one that never waited for a notification. */
final class Notified {
    private static final int THREADS = 12;
    private static final Object MONITOR = new Object();
    private static final AtomicInteger WAITING = new AtomicInteger();

    private Notified() {}

    static void start() throws InterruptedException {
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("notified-" + i).start(Notified::await);
        }
        while (WAITING.get() < THREADS) {
            Thread.sleep(10);
        }
        Thread.ofVirtual().name("notifier").start(Notified::notifyAndSleep);
        Thread.ofVirtual().name("other").start(Notified::await);
    }

    private static void await() {
        synchronized (MONITOR) {
            WAITING.incrementAndGet();
            try {
                MONITOR.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void notifyAndSleep() {
        synchronized (MONITOR) {
            MONITOR.notifyAll();
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
