package io.vtmonitor.truth;

import java.util.concurrent.CountDownLatch;

/**
 * Two virtual threads, "debit" and "credit", enter two monitors in opposite orders: a deadlock, on every JDK. On JDK 21
 * the two also hold both carriers; the twenty threads that get none are victims.
 */
public final class CrossedMonitors {
    private static final Object FROM = new Object();
    private static final Object TO = new Object();
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private static int transfers;

    private CrossedMonitors() {}

    public static void main(String[] args) throws Exception {
        Thread debit = Truth.virtual("debit", CrossedMonitors::debit);
        Thread credit = Truth.virtual("credit", CrossedMonitors::credit);
        Truth.await(() -> debit.getState() == Thread.State.BLOCKED && credit.getState() == Thread.State.BLOCKED);
        Truth.queueForCarriers();
        Truth.stay();
    }

    private static void debit() {
        synchronized (FROM) {
            Truth.meet(BOTH);
            synchronized (TO) {
                transfers++;
            }
        }
    }

    private static void credit() {
        synchronized (TO) {
            Truth.meet(BOTH);
            synchronized (FROM) {
                transfers++;
            }
        }
    }
}
