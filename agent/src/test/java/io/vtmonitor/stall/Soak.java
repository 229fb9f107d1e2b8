package io.vtmonitor.stall;

import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Pins at a steady rate, out of millions of distinct stacks: the depth and the turns of a recursion differ, and some go
 * through hidden classes and lambdas made anew. JDK 21. Argument: for how many seconds. Prints {@code made N}: pins that
 * lasted a good deal longer than the threshold, all ended.
 */
public final class Soak {
    private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "timer");
        thread.setDaemon(true);
        return thread;
    });
    private static final AtomicLong MADE = new AtomicLong();
    private static final int AT_ONCE = 16;
    private static final int DEPTH = 24;

    private Soak() {}

    public static void main(String[] args) throws Exception {
        long until =
                System.nanoTime() + Duration.ofSeconds(Long.parseLong(args[0])).toNanos();
        byte[] hidden;
        try (var in = Soak.class.getResourceAsStream("Soak$Step.class")) {
            hidden = in.readAllBytes();
        }
        System.out.println("ready");
        System.in.read();
        Semaphore places = new Semaphore(AT_ONCE);
        for (long i = 0; System.nanoTime() < until; i++) {
            places.acquire();
            Runnable step = i % 100 == 0 ? fresh(hidden) : Soak::pin;
            long turns = ThreadLocalRandom.current().nextLong(1L << DEPTH);
            Thread.ofVirtual().start(() -> {
                left(DEPTH, turns, step);
                places.release();
            });
        }
        places.acquire(AT_ONCE);
        System.out.println("made " + MADE.get());
        System.in.read();
    }

    /** A hidden class made for this one pin. */
    private static Runnable fresh(byte[] classFile) throws ReflectiveOperationException {
        Class<?> type =
                MethodHandles.lookup().defineHiddenClass(classFile, true).lookupClass();
        return (Runnable) type.getDeclaredConstructor().newInstance();
    }

    private static void left(int depth, long turns, Runnable step) {
        go(depth, turns, step);
    }

    private static void right(int depth, long turns, Runnable step) {
        go(depth, turns, step);
    }

    private static void go(int depth, long turns, Runnable step) {
        if (depth == 0) {
            step.run();
        } else if ((turns & 1) == 0) {
            left(depth - 1, turns >> 1, step);
        } else {
            right(depth - 1, turns >> 1, step);
        }
    }

    static void pin() {
        CountDownLatch over = new CountDownLatch(1);
        Object monitor = new Object();
        synchronized (monitor) {
            Thread self = Thread.currentThread();
            TIMER.schedule(() -> releaseWhenPinned(self, over), 1, TimeUnit.MILLISECONDS);
            try {
                over.await();
                MADE.incrementAndGet();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Three milliseconds after it is seen to wait: longer than the threshold for certain. */
    private static void releaseWhenPinned(Thread pinned, CountDownLatch over) {
        boolean waits = pinned.getState() == Thread.State.WAITING;
        Runnable next = waits ? over::countDown : () -> releaseWhenPinned(pinned, over);
        TIMER.schedule(next, waits ? 3 : 1, TimeUnit.MILLISECONDS);
    }

    /** Defined anew as a hidden class. */
    static final class Step implements Runnable {
        Step() {}

        @Override
        public void run() {
            Supplier<String> lambda = () -> {
                pin();
                return "";
            };
            lambda.get();
        }
    }
}
