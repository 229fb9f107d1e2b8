package io.vtmonitor.truth;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two virtual threads, "debit" and "credit", each within a monitor of its own, take two locks in opposite orders: a
 * deadlock, on every JDK. On JDK 21 the two also hold both carriers; the twenty threads that get none are victims.
 */
public final class CrossedLocksInMonitors {
    private static final ReentrantLock FROM = new ReentrantLock();
    private static final ReentrantLock TO = new ReentrantLock();
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private CrossedLocksInMonitors() {}

    public static void main(String[] args) throws Exception {
        Object debits = new Object();
        Object credits = new Object();
        Thread debit = Truth.virtual("debit", () -> transfer(debits, FROM, TO));
        Thread credit = Truth.virtual("credit", () -> transfer(credits, TO, FROM));
        Truth.await(() -> BOTH.getCount() == 0 && Truth.waits(debit) && Truth.waits(credit));
        Truth.queueForCarriers();
        Truth.stay();
    }

    private static void transfer(Object own, ReentrantLock first, ReentrantLock second) {
        synchronized (own) {
            first.lock();
            try {
                Truth.meet(BOTH);
                second.lock();
                second.unlock();
            } finally {
                first.unlock();
            }
        }
    }
}
