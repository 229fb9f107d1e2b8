package io.vtmonitor.waiting;

import java.util.concurrent.CountDownLatch;

/** Threads that wait for what never comes, each for something of its own, and become more. */
final class Growing {
    private static final long MILLIS = 200;

    private Growing() {}

    static void start() {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    Thread.ofVirtual().start(Growing::awaitAnswer);
                    Thread.sleep(MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void awaitAnswer() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
