package io.vtmonitor.waiting;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** Two threads acquire the permits of a semaphore and never release them; thirty more want one. */
final class Leaked {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Leaked() {}

    static void start() {
        Semaphore permits = new Semaphore(2);
        for (int i = 0; i < 32; i++) {
            Thread.ofVirtual().start(() -> {
                try {
                    permits.acquire();
                    NEVER.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }
}
