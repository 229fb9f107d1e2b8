package io.vtmonitor.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** Takes two locks. Two transfers that take them in opposite orders at the same time never end. */
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

    /** What is done with the locks; it is never reached. */
    static void moved() {
        System.out.println("moved");
    }

    /** Waits until both transfers have their first lock. */
    static void awaitBoth() throws InterruptedException {
        FIRST_TAKEN.await();
    }
}
