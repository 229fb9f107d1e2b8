package io.vtmonitor.truth;

import java.util.concurrent.CountDownLatch;

/**
 * The virtual thread "booker" and the platform thread "closer" enter two monitors in opposite orders: a deadlock, on
 * every JDK. On JDK 21 one of two carriers is held by it, and other virtual threads come and go with the other one.
 */
public final class CrossedWithPlatformThread {
    private static final Object ACCOUNTS = new Object();
    private static final Object JOURNAL = new Object();
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private static int entries;

    private CrossedWithPlatformThread() {}

    public static void main(String[] args) throws Exception {
        Thread closer = Truth.platform("closer", CrossedWithPlatformThread::close);
        Thread booker = Truth.virtual("booker", CrossedWithPlatformThread::book);
        Truth.await(() -> booker.getState() == Thread.State.BLOCKED && closer.getState() == Thread.State.BLOCKED);
        Truth.stayWithTraffic();
    }

    private static void book() {
        synchronized (ACCOUNTS) {
            Truth.meet(BOTH);
            synchronized (JOURNAL) {
                entries++;
            }
        }
    }

    private static void close() {
        synchronized (JOURNAL) {
            Truth.meet(BOTH);
            synchronized (ACCOUNTS) {
                entries++;
            }
        }
    }
}
