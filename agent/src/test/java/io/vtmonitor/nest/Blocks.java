package io.vtmonitor.nest;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The innermost frame of a nest: waits, each in its own way, until another thread has seen it wait for {@value #MILLIS}
 * ms. A wait of a given length could be over on a busy machine before the JDK begins to record it.
 */
public final class Blocks {
    private static final int MILLIS = 40;
    private static final Object WAITED = new Object();
    private static final Object ENTERED = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();

    private Blocks() {}

    public static void sleep() {
        release(Thread.currentThread()::interrupt);
        try {
            TimeUnit.HOURS.sleep(1);
        } catch (InterruptedException ignored) {
            // It was seen.
        }
    }

    public static void park() {
        CountDownLatch seen = new CountDownLatch(1);
        Thread parks = Thread.currentThread();
        release(() -> {
            seen.countDown();
            LockSupport.unpark(parks);
        });
        while (seen.getCount() > 0) {
            LockSupport.park();
        }
    }

    public static void poll() {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        release(() -> queue.add("seen"));
        unchecked(() -> queue.poll(1, TimeUnit.HOURS));
    }

    public static void await() {
        release(() -> {
            synchronized (WAITED) {
                WAITED.notify();
            }
        });
        unchecked(Blocks::awaits);
    }

    private static void awaits() throws InterruptedException {
        synchronized (WAITED) {
            WAITED.wait(TimeUnit.HOURS.toMillis(1));
        }
    }

    public static void lock() {
        LOCK.lock();
        LOCK.unlock();
    }

    public static void enter() {
        synchronized (ENTERED) {
            Nests.count();
        }
    }

    /** Has another thread own what {@link #lock} and {@link #enter} wait for. */
    static void takeFrom(Thread waits) throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        Thread.ofPlatform().daemon().start(() -> {
            LOCK.lock();
            try {
                synchronized (ENTERED) {
                    taken.countDown();
                    watch(waits);
                }
            } finally {
                LOCK.unlock();
            }
        });
        taken.await();
    }

    private static void release(Runnable release) {
        Thread waits = Thread.currentThread();
        Thread.ofPlatform().daemon().start(() -> {
            watch(waits);
            release.run();
        });
    }

    private static void watch(Thread waits) {
        unchecked(() -> {
            while (waits.getState() == Thread.State.NEW || waits.getState() == Thread.State.RUNNABLE) {
                Thread.sleep(1);
            }
            Thread.sleep(MILLIS);
        });
    }

    /** A task that nobody interrupts. */
    private interface Task {
        void run() throws InterruptedException;
    }

    private static void unchecked(Task task) {
        try {
            task.run();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
