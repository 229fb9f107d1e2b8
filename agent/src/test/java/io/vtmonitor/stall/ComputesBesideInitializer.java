package io.vtmonitor.stall;

import java.util.concurrent.CountDownLatch;

/**
 * Every carrier computes forever, in one line that names a class, while a platform thread is in a static initializer
 * that never ends. Arguments: the number of carriers, and {@code USED} or {@code UNUSED}: whether that class is
 * initialized, or would be by code that is never reached.
 */
public final class ComputesBesideInitializer {
    private static final CountDownLatch ENTERED = new CountDownLatch(1);
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private ComputesBesideInitializer() {}

    public static void main(String[] args) throws Exception {
        int carriers = Integer.parseInt(args[0]);
        boolean used = args[1].equals("USED");
        Thread initializer = new Thread(Endless::touch, "initializer");
        initializer.setDaemon(true);
        initializer.start();
        ENTERED.await();
        CountDownLatch begun = new CountDownLatch(carriers);
        for (int i = 0; i < carriers; i++) {
            Thread.ofVirtual().name("computes-" + i).start(() -> {
                begun.countDown();
                Step.sum = used ? withStep() : withoutStep();
            });
        }
        begun.await();
        Thread waiting = Thread.ofVirtual().name("waiting").start(() -> {});
        System.out.println("ready");
        waiting.join();
        System.out.println("finished");
    }

    private static long withStep() {
        long total = 0;
        while (total != 1) {
            total = 2 * (total + Step.size);
        }
        return total;
    }

    private static long withoutStep() {
        long total = 0;
        while (total != 1) {
            total = total == 3 ? Never.size : 2 * (total + 7);
        }
        return total;
    }

    /** Initialized. */
    private static final class Step {
        static volatile long size = 7;
        static volatile long sum;
    }

    /** Never initialized: the numbers are even. */
    private static final class Never {
        static final long size = Long.parseLong("9");
    }

    /** Never initialized to the end. */
    private static final class Endless {
        static {
            ENTERED.countDown();
            try {
                NEVER.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        static void touch() {}
    }
}
