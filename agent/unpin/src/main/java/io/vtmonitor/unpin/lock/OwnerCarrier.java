package io.vtmonitor.unpin.lock;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs virtual threads that own a lock and have no carrier, while a thread that keeps its own waits for the lock. The
 * owner of a monitor has a carrier until it leaves, so the application may count on that. The scheduler may be allowed
 * no more carriers, so this is one of our threads: JDK 21 runs a virtual thread on whatever thread its executor has.
 *
 * <p>The virtual thread is claimed by the compare-and-set of its state that each carrier makes, so only one thread runs
 * it. Its entry stays in the scheduler's queue: a carrier that takes the entry finds nothing to run, or the virtual
 * thread as it is runnable again. As soon as it has given the lock back, it goes to the scheduler's queue.
 */
final class OwnerCarrier extends Thread {
    private static final int LONGEST_CHAIN = 100;
    private static final long PAUSE_NANOS = 1_000_000;

    /** At a time: as many as the carriers that the JDK allows its scheduler by default. */
    private static final int MOST = 256;

    private static final AtomicInteger RUNNING = new AtomicInteger();

    private final SlicedLock waitedFor;
    private final Thread waiter;

    /** What the one that it runs is to release; used only by this thread and the one that it runs. */
    private SlicedLock lent;

    private volatile boolean busy;

    private OwnerCarrier(SlicedLock waitedFor, Thread waiter) {
        super(null, null, "vt-monitor-unpin-owner", 0, false);
        this.waitedFor = waitedFor;
        this.waiter = waiter;
        lent = waitedFor;
        setDaemon(true);
        setContextClassLoader(null);
    }

    /**
     * The current thread keeps its carrier, or is none that needs one, and has waited for the lock. From now on
     * somebody runs who has to run for that, until it has the lock.
     *
     * @param now who does so already
     * @return who does so; the same as before where no thread waits for a carrier
     */
    static @Nullable OwnerCarrier help(SlicedLock waitedFor, @Nullable OwnerCarrier now) {
        try {
            boolean free = now != null && now.isAlive() && !now.busy;
            if (!free && RUNNING.get() < MOST && lockOfRunnable(waitedFor) != null) {
                OwnerCarrier help = new OwnerCarrier(waitedFor, Thread.currentThread());
                help.start();
                return help;
            }
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError ignored) {
            // it waits on, and tries again
        }
        return now;
    }

    /**
     * The owner may wait for another lock by now, and that one's owner for a third: the first lock of these whose
     * owner, or next owner, is runnable and has no carrier. Null if there is none.
     */
    private static @Nullable SlicedLock lockOfRunnable(SlicedLock waitedFor) {
        SlicedLock lock = waitedFor;
        for (int i = 0; lock != null && i < LONGEST_CHAIN; i++) {
            Thread next = lock.ownerOrFirst();
            if (next != null && CompensatingCarrier.hasNoCarrier(next)) {
                return lock;
            }
            Object blocker = next == null ? null : LockSupport.getBlocker(next);
            lock = blocker instanceof SlicedLock another ? another : null;
        }
        return null;
    }

    /**
     * The current thread has released the lock for which it may have been lent one of our threads. What comes next may
     * take any time, and belongs on the scheduler's carriers. It can leave: what pins it began in the region that it
     * has left, or it could not have lost its carrier there. It stays on one of our threads that came for a lock that
     * it still owns.
     */
    static void leave() {
        boolean left = true;
        while (left && carrier() instanceof OwnerCarrier ours && !ours.lent.isOwned()) {
            SlicedLock.makeRoom();
            left = !CompensatingCarrier.isPinned(); // by an attempt to yield
            SlicedLock.returnPermit();
        }
    }

    private static Object carrier() {
        return ThreadId.currentCarrierThread(); // in java.base a Thread
    }

    @Override
    public void run() {
        RUNNING.incrementAndGet();
        try {
            runOwners();
        } finally {
            RUNNING.decrementAndGet();
        }
    }

    private void runOwners() {
        do {
            SlicedLock lock = lockOfRunnable(waitedFor);
            Thread next = lock == null ? null : lock.ownerOrFirst();
            if (lock == null || next == null) {
                LockSupport.parkNanos(PAUSE_NANOS);
            } else {
                lent = lock;
                busy = true;
                lock.lend();
                runWhatever(next);
                busy = false;
            }
        } while (waitedFor.isQueued(waiter));
    }

    /** Where there was no memory to hand it to the scheduler, it may be runnable and in no queue. */
    static void runWhatever(Thread virtual) {
        boolean handedOver = false;
        while (!handedOver) {
            try {
                CompensatingCarrier.run(virtual);
                handedOver = true;
            } catch (OutOfMemoryError ignored) {
                SlicedLock.letOthersRun();
            }
        }
    }
}
