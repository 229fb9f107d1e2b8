package io.vtmonitor.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * What the first lock of an object costs: processor nanoseconds for one enter and exit of a new object, of one that
 * others could have, and of one object repeatedly; then what two million kept objects leave that were locked once each.
 * A line each, the median of nine rounds. Run with and without the agent by {@code .ci/bench-unpin first}.
 */
public final class FirstLocks {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 9;
    private static final int LOCKS = 500_000;
    private static final int KEPT = 2_000_000;
    private static final FirstLocks HOT = new FirstLocks();

    private static volatile FirstLocks seen = HOT;
    private static long sum;

    private int count;

    private FirstLocks() {}

    private synchronized int next() {
        return count++;
    }

    public static void main(String[] args) {
        print("new object", FirstLocks::ofNew);
        print("new object that escapes", FirstLocks::ofSeen);
        print("one object", FirstLocks::ofOne);
        FirstLocks[] kept = new FirstLocks[KEPT];
        Arrays.setAll(kept, i -> new FirstLocks());
        long before = used();
        for (FirstLocks each : kept) {
            sum += each.next();
        }
        System.out.printf("bytes for a kept object %.1f%n", (used() - before) / (double) KEPT);
        long begin = System.nanoTime();
        System.gc();
        System.out.printf("full collection ms %d%n", (System.nanoTime() - begin) / 1_000_000);
        if (kept.length + sum == 0) {
            System.out.println();
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void print(String what, Runnable locks) {
        double[] nanos = new double[ROUNDS];
        locks.run();
        for (int i = 0; i < ROUNDS; i++) {
            long begin = THREADS.getCurrentThreadCpuTime();
            locks.run();
            nanos[i] = (THREADS.getCurrentThreadCpuTime() - begin) / (double) LOCKS;
        }
        Arrays.sort(nanos);
        System.out.printf("%s %.1f%n", what, nanos[ROUNDS / 2]);
    }

    private static void ofNew() {
        for (int i = 0; i < LOCKS; i++) {
            sum += new FirstLocks().next();
        }
    }

    private static void ofSeen() {
        for (int i = 0; i < LOCKS; i++) {
            FirstLocks made = new FirstLocks();
            seen = made;
            sum += made.next();
        }
    }

    private static void ofOne() {
        for (int i = 0; i < LOCKS; i++) {
            sum += HOT.next();
        }
    }
}
