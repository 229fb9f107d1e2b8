package io.vtmonitor.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What the first lock of an object costs: processor nanoseconds for one enter and exit of a new object, of one that
 * others could have, of one object repeatedly, and of that one within another region of it; the same of objects at a
 * place outside the pattern; then what two million kept objects leave that were locked once each. A line each, the
 * median of nine rounds. Run with and without the agent by {@code .ci/unpin/bench first}.
 *
 * <p>Outside the pattern several objects are locked in turn: regions of one object that follow each other are merged by
 * the compiler, up to a call of ours in between. The last of these lines shows what that makes.
 */
public final class FirstLocks {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 9;
    private static final int LOCKS = 500_000;
    private static final int KEPT = 2_000_000;
    private static final FirstLocks HOT = new FirstLocks();
    private static final OutsideLocks OUTSIDE = new OutsideLocks();
    private static final Object OWN = new Object();

    /** A power of two. */
    private static final int IN_TURN = 16;

    private static final AtomicReference<FirstLocks> ALSO_SEEN = new AtomicReference<>();
    private static volatile FirstLocks seen = HOT;
    private static long sum;

    private int count;

    private FirstLocks() {}

    private synchronized int next() {
        return count++;
    }

    public static void main(String[] args) {
        Object[] plain = new Object[IN_TURN];
        Arrays.setAll(plain, i -> new Object());
        Object[] keepMonitor = new Object[IN_TURN];
        Arrays.setAll(keepMonitor, i -> new OutsideLocks.KeepsMonitor());
        print("outside, no lock so far", () -> ofOutside(plain));
        print("new object", FirstLocks::ofNew);
        print("new object that escapes", FirstLocks::ofSeen);
        print("the same in two threads", FirstLocks::inTwoThreads);
        print("one object", FirstLocks::ofOne);
        print("within its own region", FirstLocks::ofNested);
        print("outside, keeps monitor", () -> ofOutside(keepMonitor));
        print("outside, none of its class", () -> ofOutside(plain));
        synchronized (OWN) {
            sum++;
        }
        print("outside, one of its class", () -> ofOutside(plain));
        print("the same, one object", () -> ofOneOutside(new Object()));
        FirstLocks[] kept = new FirstLocks[KEPT];
        Arrays.setAll(kept, i -> new FirstLocks());
        long before = used();
        for (FirstLocks each : kept) {
            sum += each.next();
        }
        System.out.printf("bytes for a kept object %.1f%n", (used() - before) / (double) KEPT);
        double[] millis = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long begin = System.nanoTime();
            System.gc();
            millis[i] = (System.nanoTime() - begin) / 1e6;
        }
        Arrays.sort(millis);
        System.out.printf("full collection ms %.1f%n", millis[ROUNDS / 2]);
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

    /** The figure is that of the current thread. */
    private static void inTwoThreads() {
        var over = new AtomicBoolean();
        Thread other = new Thread(() -> {
            while (!over.get()) {
                FirstLocks made = new FirstLocks();
                ALSO_SEEN.set(made);
                made.next();
            }
        });
        other.start();
        ofSeen();
        over.set(true);
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void ofOutside(Object[] objects) {
        for (int i = 0; i < LOCKS; i++) {
            sum += OUTSIDE.lock(objects[i & (objects.length - 1)]);
        }
    }

    private static void ofOneOutside(Object object) {
        for (int i = 0; i < LOCKS; i++) {
            sum += OUTSIDE.lock(object);
        }
    }

    private static void ofNested() {
        synchronized (HOT) {
            ofOne();
        }
    }

    private static void ofOne() {
        for (int i = 0; i < LOCKS; i++) {
            sum += HOT.next();
        }
    }
}
