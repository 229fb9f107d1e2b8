package io.vtmonitor.waiting;

import java.util.concurrent.locks.ReentrantLock;

/** Threads that wait for a monitor whose owner waits for a lock, whose owner sleeps. */
final class Chained {
    private static final int THREADS = 12;
    private static final Object FIRST = new Object();
    private static final ReentrantLock SECOND = new ReentrantLock();

    private Chained() {}

    static void start() throws InterruptedException {
        Thread.ofVirtual().name("last").start(Chained::sleepWithLock);
        while (!SECOND.isLocked()) {
            Thread.sleep(10);
        }
        Thread.ofVirtual().name("middle").start(Chained::enter);
        while (!SECOND.hasQueuedThreads()) {
            Thread.sleep(10);
        }
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("chained-" + i).start(Chained::enter);
        }
    }

    private static void enter() {
        synchronized (FIRST) {
            sleepWithLock();
        }
    }

    private static void sleepWithLock() {
        SECOND.lock();
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            SECOND.unlock();
        }
    }
}
