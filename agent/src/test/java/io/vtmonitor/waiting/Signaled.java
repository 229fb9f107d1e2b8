package io.vtmonitor.waiting;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that are signaled several times a second, by one that keeps the lock for most of the time: nearly always all
 * of them wait for the lock, and each gets it within a moment.
 */
final class Signaled {
    private static final int THREADS = 40;
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition SIGNAL = LOCK.newCondition();

    private Signaled() {}

    static void start() {
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("signaled-" + i).start(Signaled::await);
        }
        Thread.ofVirtual().name("signals").start(Signaled::signal);
    }

    private static void await() {
        LOCK.lock();
        try {
            while (true) {
                SIGNAL.awaitUninterruptibly();
            }
        } finally {
            LOCK.unlock();
        }
    }

    private static void signal() {
        while (true) {
            LOCK.lock();
            try {
                SIGNAL.signalAll();
                sleep(150);
            } finally {
                LOCK.unlock();
            }
            sleep(10);
        }
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
