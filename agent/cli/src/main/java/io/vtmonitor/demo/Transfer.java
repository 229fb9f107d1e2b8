package io.vtmonitor.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** Takes two locks. Another one that takes them in the other order at the same time never ends, nor does this. */
final class Transfer implements Runnable {
    static final ReentrantLock STOCK = new ReentrantLock();
    static final ReentrantLock LEDGER = new ReentrantLock();

    private static final CountDownLatch FIRST_TAKEN = new CountDownLatch(2);

    private final ReentrantLock first;
    private final ReentrantLock second;

    Transfer(ReentrantLock first, ReentrantLock second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public void run() {
        first.lock();
        try {
            FIRST_TAKEN.countDown();
            awaitBoth();
            second.lock();
            try {
                moved();
            } finally {
                second.unlock();
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        } finally {
            first.unlock();
        }
    }

    /** What is done with the locks; nobody comes to it. */
    static void moved() {
        System.out.println("moved");
    }

    /** Both transfers have their first lock. */
    static void awaitBoth() throws InterruptedException {
        FIRST_TAKEN.await();
    }
}
