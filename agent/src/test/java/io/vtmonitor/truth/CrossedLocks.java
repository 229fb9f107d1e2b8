package io.vtmonitor.truth;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two virtual threads, "debit" and "credit", take two locks in opposite orders: a deadlock, on every JDK. No carrier is
 * held, and other threads come and go.
 */
public final class CrossedLocks {
    private static final ReentrantLock FROM = new ReentrantLock();
    private static final ReentrantLock TO = new ReentrantLock();
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private CrossedLocks() {}

    public static void main(String[] args) throws Exception {
        Thread debit = Truth.virtual("debit", () -> transfer(FROM, TO));
        Thread credit = Truth.virtual("credit", () -> transfer(TO, FROM));
        Truth.await(() -> BOTH.getCount() == 0 && Truth.waits(debit) && Truth.waits(credit));
        Truth.stayWithTraffic();
    }

    private static void transfer(ReentrantLock first, ReentrantLock second) {
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
