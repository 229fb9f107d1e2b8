package io.vtmonitor.waiting;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that wait for a permit which was lost. The first of them wakes up repeatedly, as it does where others take
 * each permit before it can, and parks again.
 */
final class Woken {
    private static final int THREADS = 30;
    private static final Permits PERMITS = new Permits();

    private Woken() {}

    private static final class Permits extends Semaphore {
        Permits() {
            super(0);
        }

        /** The one whose turn is next: the queue is listed from its end. */
        void wakeFirst() {
            Thread first = null;
            for (Thread thread : getQueuedThreads()) {
                first = thread;
            }
            LockSupport.unpark(first);
        }
    }

    static void start() {
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("woken-" + i).start(Woken::serve);
        }
        Thread.ofPlatform().daemon().start(() -> {
            while (true) {
                PERMITS.wakeFirst();
                LockSupport.parkNanos(20_000);
            }
        });
    }

    private static void serve() {
        PERMITS.acquireUninterruptibly();
        try {
            Thread.onSpinWait();
        } finally {
            PERMITS.release();
        }
    }
}
