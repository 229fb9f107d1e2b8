package io.vtmonitor.standstill;

import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.BooleanSupplier;

/** What the programs share. */
final class Stand {
    /** So many threads wait behind others; ten are a crowd. */
    static final int CROWD = 12;

    private static final Duration LONGEST_START = Duration.ofMinutes(1);

    private Stand() {}

    /** Work that may fail. */
    interface Work {
        void run() throws Exception;
    }

    static Thread virtual(String name, Work work) {
        return Thread.ofVirtual().name(name).start(() -> run(work));
    }

    static Thread platform(String name, Work work) {
        return Thread.ofPlatform().daemon().name(name).start(() -> run(work));
    }

    /** Starts threads that all do the same, and returns when each of them waits. */
    static void crowd(String name, Work work) throws InterruptedException {
        for (int i = 0; i < CROWD; i++) {
            untilWaits(virtual(name + "-" + i, work));
        }
    }

    private static void run(Work work) {
        try {
            work.run();
        } catch (Exception e) {
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

    static void sleep() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void untilWaits(Thread... threads) throws InterruptedException {
        for (Thread thread : threads) {
            until(() -> waits(thread));
        }
    }

    /** Until they wait, and no longer for each other to come. */
    static void settle(Thread... threads) throws InterruptedException {
        untilWaits(threads);
        Thread.sleep(300);
        untilWaits(threads);
    }

    private static boolean waits(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> true;
            default -> false;
        };
    }

    static void until(BooleanSupplier condition) throws InterruptedException {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > LONGEST_START.toNanos()) {
                throw new IllegalStateException("what should be true did not come about");
            }
            Thread.sleep(5);
        }
    }
}
