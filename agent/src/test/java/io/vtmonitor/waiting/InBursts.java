package io.vtmonitor.waiting;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Of six hundred threads that want a lock, 150 get it at once, then nobody for a second: most wait for three or more.
 */
final class InBursts {
    private static final int THREADS = 600;
    private static final int BURST = 150;
    private static final ReentrantLock LOCK = new ReentrantLock(true);
    private static int turns;

    private InBursts() {}

    static void start() {
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("in-bursts-" + i).start(() -> {
                try {
                    while (true) {
                        takeTurn();
                        Thread.sleep(300);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    private static void takeTurn() throws InterruptedException {
        LOCK.lock();
        try {
            if (++turns % BURST == 0) {
                Thread.sleep(1_000);
            }
        } finally {
            LOCK.unlock();
        }
    }
}
