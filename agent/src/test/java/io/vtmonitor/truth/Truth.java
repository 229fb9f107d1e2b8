package io.vtmonitor.truth;

import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.function.BooleanSupplier;

/** What the programs share. */
final class Truth {
    private static final int QUEUED = 20;
    private static final Duration LONGEST_START = Duration.ofMinutes(1);
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(5);

    private Truth() {}

    /** Work that may be interrupted. */
    interface Work {
        void run() throws Exception;
    }

    static Thread virtual(String name, Work work) {
        return Thread.ofVirtual().name(name).start(() -> run(work));
    }

    static Thread platform(String name, Work work) {
        return Thread.ofPlatform().daemon().name(name).start(() -> run(work));
    }

    private static void run(Work work) {
        try {
            work.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts virtual threads that would end at once if each got a carrier. */
    static void queueForCarriers() {
        for (int i = 0; i < QUEUED; i++) {
            virtual("queued-" + i, () -> {});
        }
    }

    static void meet(CountDownLatch both) {
        both.countDown();
        try {
            both.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void meet(CyclicBarrier all) {
        try {
            all.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean waits(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> true;
            default -> false;
        };
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > LONGEST_START.toNanos()) {
                throw new IllegalStateException("what should be true did not come about");
            }
            Thread.sleep(10);
        }
    }

    /** Says that the truth has come about, and keeps it so until the program is ended, for five minutes at most. */
    static void stay() throws InterruptedException {
        System.out.println("ready");
        Thread.sleep(LONGEST_LIFE);
        System.exit(1);
    }

    /** The same, while other virtual threads come and go. */
    static void stayWithTraffic() throws InterruptedException {
        System.out.println("ready");
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < LONGEST_LIFE.toNanos()) {
            virtual("passing", () -> Thread.sleep(50));
            Thread.sleep(20);
        }
        System.exit(1);
    }
}
