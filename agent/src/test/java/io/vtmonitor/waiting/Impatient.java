package io.vtmonitor.waiting;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Threads that want a permit which was lost, give up soon, and try again. */
final class Impatient {
    private static final int THREADS = 12;
    private static final Semaphore PERMITS = new Semaphore(0);

    private Impatient() {}

    static void start() {
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("impatient-" + i).start(() -> {
                try {
                    while (true) {
                        serve();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    private static void serve() throws InterruptedException {
        if (PERMITS.tryAcquire(200, TimeUnit.MILLISECONDS)) {
            try {
                Thread.sleep(1);
            } finally {
                PERMITS.release();
            }
        }
    }
}
