package io.vtmonitor.stall;

import java.util.concurrent.CountDownLatch;

/** Every carrier computes until a line comes in. Argument: the number of carriers. */
public final class ComputesForLong {
    private static volatile boolean release;

    /** What is computed, so that it is. */
    private static volatile long sum;

    private ComputesForLong() {}

    public static void main(String[] args) throws Exception {
        int carriers = Integer.parseInt(args[0]);
        CountDownLatch begun = new CountDownLatch(carriers);
        for (int i = 0; i < carriers; i++) {
            Thread.ofVirtual().name("computes-" + i).start(() -> compute(begun));
        }
        begun.await();
        Thread waiting = Thread.ofVirtual().name("waiting").start(() -> {});
        System.out.println("ready");
        System.in.read();
        release = true;
        waiting.join();
        System.out.println("finished");
        System.in.read();
    }

    private static void compute(CountDownLatch begun) {
        begun.countDown();
        long total = 0;
        while (!release) {
            total = total * 31 + 7;
        }
        sum = total;
    }
}
