package io.vtmonitor.unpinned;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The heap and the stack end while a lock is taken, owned, waited for and given back. Says of each what is seen from
 * outside: what came out, and whether somebody else gets the lock then. The same for monitors and rewritten locks.
 */
public final class Errors {
    private static final int OVERFLOWS = 200;
    private static final int STACK = 400_000;
    private static final long[] NOTHING = {};

    /** Only the region allocates: the lock exists already, as it was locked often. */
    private final Object lock = new Object();

    /** Locks of their own: who waits for them on a full heap may stay in their queues. */
    private final Object waited = new Object();

    private final Object notified = new Object();

    private volatile boolean go;
    private volatile boolean ended;
    private int inside;
    private long count;

    private Errors() {}

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        Errors errors = new Errors();
        for (int i = 0; i < 20; i++) {
            errors.count();
            errors.block();
        }
        errors.memory("block", true, errors::blockFails);
        errors.memory("method", false, errors::methodFails);
        errors.memory("nested", true, errors::nestedFails);
        errors.memory("handed in", false, () -> errors.handedIn(errors.lock, 1 << 20));
        errors.memory("re-entered", false, errors::count);
        errors.exitWakesWhoWaits(false);
        errors.exitWakesWhoWaits(true);
        errors.notifyOnAFullHeap();
        errors.memoryInWait();
        errors.overflow("block", errors::block);
        errors.overflow("method", errors::count);
        errors.overflow("both", errors::both);
        errors.overflow("handed in", () -> errors.handedIn(errors.lock, 0));
        System.out.println("done");
        System.exit(0);
    }

    private interface Body {
        void run();
    }

    /**
     * With a full heap; who comes after it finds both locks free. Flags are watched meanwhile: latches and joins need
     * memory of their own.
     */
    private void memory(String name, boolean virtual, Body body) throws InterruptedException {
        go = false;
        ended = false;
        AtomicInteger failures = new AtomicInteger();
        AtomicInteger owned = new AtomicInteger();
        Runnable run = () -> {
            awaitGo();
            try {
                body.run();
            } catch (OutOfMemoryError expected) {
                failures.incrementAndGet();
            }
            owned.set(Thread.holdsLock(this) || Thread.holdsLock(lock) ? 1 : 0);
            ended = true;
        };
        Thread thread = virtual ? Thread.ofVirtual().unstarted(run) : new Thread(run);
        thread.start();
        CountDownLatch probe = new CountDownLatch(1);
        Object[] hog = HeapFiller.fill();
        go = true;
        while (!ended) {
            Thread.onSpinWait();
        }
        hog[0] = null;
        thread.join();
        System.out.println("memory " + name + (virtual ? " virtual: " : " platform: ") + failures
                + " out of memory, still owned " + owned + ", " + (isFree(probe) ? "free" : "LEFT BEHIND"));
    }

    private void awaitGo() {
        while (!go) {
            Thread.onSpinWait();
        }
    }

    private boolean isFree(CountDownLatch probe) throws InterruptedException {
        Thread.ofPlatform().daemon().start(() -> {
            both();
            probe.countDown();
        });
        return probe.await(20, TimeUnit.SECONDS);
    }

    private void block() {
        synchronized (lock) {
            count++;
        }
    }

    private synchronized void count() {
        count++;
    }

    private synchronized void both() {
        synchronized (lock) {
            count++;
        }
    }

    private void blockFails() {
        synchronized (lock) {
            take(new long[1 << 20]);
        }
    }

    private synchronized void methodFails() {
        take(new long[1 << 20]);
    }

    /** The inner region fails, the outer one continues, owns still, and fails as well. */
    private synchronized void nestedFails() {
        try {
            blockFails();
        } catch (OutOfMemoryError e) {
            if (!Thread.holdsLock(this) || Thread.holdsLock(lock)) {
                System.out.println("WRONG: the inner region's end");
            }
            both();
            throw e;
        }
    }

    /** This one keeps its monitor, and takes the lock, too. */
    private void handedIn(Object handed, int size) {
        synchronized (handed) {
            take(size == 0 ? NOTHING : new long[size]);
        }
    }

    private void take(long[] much) {
        count += much.length;
    }

    /**
     * Somebody waits for the lock; who gives it back on a full heap gets no error, and a platform thread continues. To
     * wake a virtual thread the JDK's scheduler needs memory, so that one is asked for where there is some.
     */
    private void exitWakesWhoWaits(boolean full) throws InterruptedException {
        AtomicInteger failures = new AtomicInteger();
        CountDownLatch owned = new CountDownLatch(1);
        go = false;
        ended = false;
        Thread owner = Thread.ofPlatform().start(() -> {
            try {
                synchronized (waited) {
                    owned.countDown();
                    awaitGo();
                }
            } catch (OutOfMemoryError ignored) {
                failures.incrementAndGet();
            }
            ended = true;
        });
        owned.await();
        Runnable taker = () -> {
            synchronized (waited) {
                Thread.onSpinWait();
            }
        };
        Thread virtual = Thread.ofVirtual().start(taker);
        while (waits(virtual)) {
            Thread.onSpinWait();
        }
        Thread platform = Thread.ofPlatform().start(taker);
        while (waits(platform)) {
            Thread.onSpinWait();
        }
        Object[] hog = full ? HeapFiller.fill() : new Object[1];
        go = true;
        while (!ended) {
            Thread.onSpinWait();
        }
        hog[0] = null;
        owner.join();
        platform.join(20_000);
        virtual.join(full ? 1 : 20_000);
        System.out.println(
                (full ? "memory" : "plain") + " exit: errors of it " + failures + ", platform thread waits still "
                        + platform.isAlive() + (full ? "" : ", virtual thread " + virtual.isAlive()));
    }

    /** Who notifies gets no error, though the virtual thread that it wakes may not make progress. */
    private void notifyOnAFullHeap() throws InterruptedException {
        AtomicInteger failures = new AtomicInteger();
        go = false;
        ended = false;
        Thread virtual = Thread.ofVirtual().start(() -> {
            synchronized (notified) {
                try {
                    notified.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        while (waits(virtual)) {
            Thread.onSpinWait();
        }
        Thread notifies = Thread.ofPlatform().start(() -> {
            awaitGo();
            try {
                synchronized (notified) {
                    notified.notify();
                }
            } catch (OutOfMemoryError ignored) {
                failures.incrementAndGet();
            }
            ended = true;
        });
        Object[] hog = HeapFiller.fill();
        go = true;
        while (!ended) {
            Thread.onSpinWait();
        }
        hog[0] = null;
        notifies.join();
        System.out.println("memory notify: errors of it " + failures);
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.RUNNABLE || thread.getState() == Thread.State.NEW;
    }

    private void memoryInWait() throws InterruptedException {
        Object[] hog = new Object[1];
        boolean owned;
        synchronized (this) {
            hog[0] = HeapFiller.fill();
            wait(1);
            owned = Thread.holdsLock(this);
            hog[0] = null;
        }
        System.out.println("memory wait: owned after it " + owned + ", not owned at last " + !Thread.holdsLock(this));
    }

    /** The stack ends at another place each time: before the lock is taken, in it, inside, as it is given back. */
    private void overflow(String name, Body body) throws InterruptedException {
        AtomicInteger overflows = new AtomicInteger();
        AtomicInteger owned = new AtomicInteger();
        for (int i = 0; i < OVERFLOWS; i++) {
            int padding = i;
            Runnable run = () -> {
                try {
                    pad(padding, body);
                } catch (StackOverflowError expected) {
                    overflows.incrementAndGet();
                }
                owned.addAndGet(Thread.holdsLock(this) || Thread.holdsLock(lock) ? 1 : 0);
            };
            Thread thread = i % 2 == 0
                    ? new Thread(null, run, "overflow", STACK)
                    : Thread.ofVirtual().unstarted(run);
            thread.start();
            thread.join();
        }
        System.out.println("overflow " + name + ": " + overflows + " of " + OVERFLOWS + ", still owned " + owned + ", "
                + (isFree(new CountDownLatch(1)) ? "free" : "LEFT BEHIND"));
    }

    /** One long more in each frame than in the one before shifts where the stack ends by eight bytes. */
    private long pad(int frames, Body body) {
        return frames % 2 == 0 ? dive(frames / 2, body) : dive(frames / 2, body, 1, 2, 3) + 1;
    }

    private long dive(int frames, Body body) {
        return frames > 0 ? dive(frames - 1, body, frames, 1, 2) : down(body);
    }

    private long dive(int frames, Body body, long a, long b, long c) {
        return frames > 0 ? dive(frames - 1, body) + a : down(body) + b + c;
    }

    private long down(Body body) {
        body.run();
        inside++;
        return down(body) + inside;
    }
}
