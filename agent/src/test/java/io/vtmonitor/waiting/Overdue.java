package io.vtmonitor.waiting;

import java.util.concurrent.CountDownLatch;

/**
 * Fifty virtual threads that sleep and sleep again. When each of them has slept twice, two more begin to compute, as
 * long as the program runs. Prints {@code ready}.
 */
public final class Overdue {
    private static final int SLEEPERS = 50;

    /** The first sleep of a JVM loads and initializes classes; who waits for that does not sleep. */
    private static final CountDownLatch SLEPT = new CountDownLatch(2 * SLEEPERS);

    private static volatile long sink;

    private Overdue() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < SLEEPERS; i++) {
            Thread.ofVirtual().name("sleeper-" + i).start(Overdue::sleepOften);
        }
        SLEPT.await();
        for (int i = 0; i < 2; i++) {
            Thread.ofVirtual().name("computes-" + i).start(Overdue::compute);
        }
        System.out.println("ready");
        Thread.sleep(Long.MAX_VALUE);
    }

    private static void sleepOften() {
        try {
            while (true) {
                Thread.sleep(100);
                SLEPT.countDown();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void compute() {
        for (long i = 0; true; i++) {
            sink = i;
        }
    }
}
