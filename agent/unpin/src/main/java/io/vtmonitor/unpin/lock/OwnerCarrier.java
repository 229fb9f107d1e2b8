package io.vtmonitor.unpin.lock;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs one virtual thread that owns a lock and has no carrier, while threads that keep theirs wait for the lock. The
 * owner of a monitor has a carrier until it leaves, so the application may count on that. The scheduler may be allowed
 * no more carriers, so this is a thread of ours: JDK 21 runs a virtual thread on whatever thread its executor has.
 *
 * <p>The virtual thread is claimed by the compare-and-set of its state that each carrier makes, so only one thread runs
 * it. Its entry stays in the scheduler's queue: a carrier that takes the entry finds nothing to run, or the virtual
 * thread as it is runnable again. As soon as it has given the lock back, it goes to the scheduler's queue.
 */
final class OwnerCarrier extends Thread {
    private static final int LONGEST_CHAIN = 100;

    private final SlicedLock lock;
    private final Thread owner;

    private OwnerCarrier(SlicedLock lock, Thread owner) {
        super(null, null, "vt-monitor-unpin-owner", 0, false);
        this.lock = lock;
        this.owner = owner;
        setDaemon(true);
        setContextClassLoader(null);
    }

    /**
     * The current thread keeps its carrier, or is none that needs one, and has waited for the lock. The owner may wait
     * for another lock by now, and that one's owner for a third: the first of them that is runnable and has no carrier
     * is run.
     */
    static void help(SlicedLock waitedFor) {
        try {
            SlicedLock lock = waitedFor;
            for (int i = 0; lock != null && i < LONGEST_CHAIN; i++) {
                Thread next = lock.ownerOrFirst();
                if (next != null && CompensatingCarrier.hasNoCarrier(next)) {
                    lock.lend(next);
                    new OwnerCarrier(lock, next).start();
                    return;
                }
                lock = waitsFor(next);
            }
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError ignored) {
            // it waits on, and tries again
        }
    }

    private static @Nullable SlicedLock waitsFor(@Nullable Thread thread) {
        Object blocker = thread == null ? null : LockSupport.getBlocker(thread);
        return blocker instanceof SlicedLock lock ? lock : null;
    }

    /**
     * The current thread has given back the lock for which it may have been lent a thread of ours. What comes next may
     * take any time, and belongs on the scheduler's carriers. It can leave: what pins it began in the region that it
     * has left, or it could not have lost its carrier there. It stays on one of ours that came for a lock that it still
     * owns.
     */
    static void leave() {
        SlicedLock.makeRoom();
        boolean left = true;
        while (left && ThreadId.currentCarrierThread() instanceof OwnerCarrier ours && !ours.lock.isOwned()) {
            left = !CompensatingCarrier.isPinned(); // by an attempt to yield
        }
    }

    /** Several may have been started for the same owner: who comes late leaves it alone. */
    @Override
    @SuppressWarnings("ReferenceEquality")
    public void run() {
        boolean handedOver = lock.ownerOrFirst() != owner;
        while (!handedOver) {
            try {
                CompensatingCarrier.run(owner);
                handedOver = true;
            } catch (OutOfMemoryError ignored) {
                SlicedLock.letOthersRun(); // it may be runnable and in no queue
            }
        }
    }
}
