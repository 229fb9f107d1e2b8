package io.vtmonitor.unpinned;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * {@code carriers}: everybody waits for a lock whose next owner has no carrier. {@code blocked}: for one whose owner
 * has none. {@code starved}: for one whose owner waits for a thread that has none, as with monitors. {@code waits}: for
 * a notification by one that has none. {@code deadlock}: two that wait for each other, {@code virtual}: as virtual
 * threads.
 */
public final class Stuck {
    private static final Object FIRST = new Object();
    private static final Object SECOND = new Object();
    private static boolean notified;

    private Stuck() {}

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        if (arguments[0].equals("carriers")) {
            carriers();
        } else if (arguments[0].equals("blocked")) {
            blocked(Stuck::sleep, pinned -> {});
        } else if (arguments[0].equals("starved")) {
            CountDownLatch last = new CountDownLatch(1);
            blocked(() -> await(last), pinned -> {
                awaitState(pinned, Thread.State.TIMED_WAITING);
                Thread.ofVirtual().start(last::countDown);
            });
        } else if (arguments[0].equals("waits")) {
            waits();
        } else if (arguments[0].equals("virtual")) {
            CountDownLatch both = new CountDownLatch(2);
            Thread.ofVirtual().name("one").start(() -> firstThenSecond(both));
            Thread.ofVirtual().name("other").start(() -> secondThenFirst(both));
            awaitEnd();
        } else {
            deadlock();
            awaitEnd();
        }
        System.out.println("done");
        System.exit(0);
    }

    private static void awaitEnd() throws IOException {
        while (System.in.read() != 'e') {
            // until it is told to end
        }
    }

    /**
     * One carrier. A virtual thread queues for the lock and unmounts; another one, pinned by the monitor of
     * {@link Pinned}, queues behind it and keeps the carrier. When the lock comes free the first is woken, and has no
     * carrier to run on.
     */
    private static void carriers() throws Exception {
        CountDownLatch queued = new CountDownLatch(1);
        Thread first;
        Thread pinned;
        synchronized (FIRST) {
            first = Thread.ofVirtual().start(() -> {
                queued.countDown();
                synchronized (FIRST) {
                    Thread.onSpinWait();
                }
            });
            queued.await();
            awaitState(first, Thread.State.TIMED_WAITING);
            CountDownLatch mounted = new CountDownLatch(1);
            pinned = Thread.ofVirtual()
                    .start(() -> Pinned.run(() -> {
                        mounted.countDown();
                        synchronized (FIRST) {
                            Thread.onSpinWait();
                        }
                    }));
            mounted.await();
            awaitState(pinned, Thread.State.TIMED_WAITING);
        }
        first.join();
        pinned.join();
    }

    /**
     * The owner is blocked, and so has no carrier; one that is pinned waits for the lock meanwhile, and keeps the only
     * one.
     */
    private static void blocked(Runnable inside, Consumer<Thread> whenPinned) throws Exception {
        CountDownLatch owned = new CountDownLatch(1);
        Thread owner = Thread.ofVirtual().name("owner").start(() -> {
            synchronized (FIRST) {
                owned.countDown();
                inside.run();
            }
        });
        owned.await();
        Thread pinned = Thread.ofVirtual()
                .name("pinned")
                .start(() -> Pinned.run(() -> {
                    synchronized (FIRST) {
                        Thread.onSpinWait();
                    }
                }));
        whenPinned.accept(pinned);
        owner.join();
        pinned.join();
    }

    /** One carrier. Who keeps it is in {@code wait}, and who will notify it has not begun to run. */
    private static void waits() throws Exception {
        CountDownLatch owned = new CountDownLatch(1);
        Thread pinned = Thread.ofVirtual()
                .start(() -> Pinned.run(() -> {
                    synchronized (FIRST) {
                        owned.countDown();
                        awaitNotification();
                    }
                }));
        owned.await();
        Thread notifies = Thread.ofVirtual().start(() -> {
            synchronized (FIRST) {
                notified = true;
                FIRST.notify();
            }
        });
        notifies.join();
        pinned.join();
    }

    private static void awaitNotification() {
        try {
            while (!notified) {
                FIRST.wait();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(1_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
    }

    private static void deadlock() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        Thread.ofPlatform().daemon().start(() -> firstThenSecond(both));
        Thread.ofPlatform().daemon().start(() -> secondThenFirst(both));
        long[] found = null;
        while (found == null) {
            found = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
        }
        System.out.println("found " + found.length);
    }

    private static void meet(CountDownLatch both) {
        both.countDown();
        await(both);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By the fields: what a parameter may be is locked by its monitor, too. */
    private static void firstThenSecond(CountDownLatch both) {
        synchronized (FIRST) {
            meet(both);
            synchronized (SECOND) {
                Thread.onSpinWait();
            }
        }
    }

    private static void secondThenFirst(CountDownLatch both) {
        synchronized (SECOND) {
            meet(both);
            synchronized (FIRST) {
                Thread.onSpinWait();
            }
        }
    }
}
