package io.vtmonitor.unpin.lock;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock that is waited for in slices. It is what {@code ReentrantLock} is, without that class's
 * {@code @ReservedStackAccess}: there a stack overflow comes after the lock was taken, where nobody who called
 * {@link MonitorRuntime#enter} could release it; here it comes at once, and what was taken is known by one field.
 *
 * <p>The slices are short where who waits keeps its carrier. A lock that is given back wakes one waiter only; if that
 * is an unmounted virtual thread and every carrier is kept by threads that wait for this lock behind it, nobody would
 * ever run (threads that wait for a monitor keep their carrier, so they can't get there). A slice that ends takes the
 * lock as it lies free.
 *
 * <p>To wait for a monitor needs no memory of the heap; to wait here does, for a place in the queue and a virtual
 * thread's timer. Where there is none a thread looks repeatedly.
 */
abstract class SlicedLock extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;
    private static final long FIRST_SLICE = 50_000_000;

    /** Before it has the scheduler make one more: most waits are over by then. */
    private static final long PINNED_SLICE = 1_000_000;

    private static final long LONGEST_SLICE = 1_600_000_000;

    /** Where the scheduler made none: then who owns the lock may get none. */
    private static final long LONGEST_SLICE_OF_FEW = 100_000_000;

    /** Only what a full heap has spoilt needs it; each end of a slice costs a walk along the queue. */
    private static final long UNPINNED_SLICE = 10_000_000_000L;

    private static final long LAME_SLICE = 10_000_000;
    private static final int ROOM = 24;

    private static final int FREE = 0;
    private static final int OWNED = 1;

    /** The state of one that no thread owns again. */
    private static final int RETIRED = -1;

    private static final long NOBODY = -1;

    /**
     * The thread's number. Written by who owns the lock only; each thread asks whether it is itself, which no race can
     * make it believe: no other thread ever writes that number. It is no reference, as a collector notes each store of
     * one into an old object, which takes as long as all the rest.
     */
    private transient long holder = NOBODY;

    /**
     * How often its owner has taken it in addition to the first time; 0 while no thread owns it. Read and written by
     * the owner only. It is no part of the state: each store to that is a fence, and in drivers most regions lie within
     * another region of the same object.
     */
    private transient int nested;

    /** Our threads have run its owner: whoever releases it checks whether one still does. */
    private transient boolean lent;

    /** A thread ran out of memory as it waited here and may have left its place in the queue, which wakes nobody. */
    private transient volatile boolean lame;

    @Override
    protected final boolean tryAcquire(int one) {
        Thread current = Thread.currentThread();
        long id = ThreadId.currentThread().threadId();
        if (holder == id) {
            nest();
            return true;
        }
        int state = getState();
        if (state == RETIRED) {
            return true; // not owned: who waits has to leave its queue
        }
        if (state != FREE || !compareAndSetState(FREE, OWNED)) {
            return false;
        }
        holder = id; // no call between: nothing can come between
        setExclusiveOwnerThread(current);
        return true;
    }

    /** The current thread owns it. */
    private void nest() {
        if (nested == Integer.MAX_VALUE - 1) {
            throw new Error("Maximum lock count exceeded");
        }
        nested++;
    }

    /** Of one that is owned once. Of a retired one the next one in the queue is woken, to leave it. */
    @Override
    protected final boolean tryRelease(int one) {
        if (getState() == OWNED) {
            holder = NOBODY;
            setExclusiveOwnerThread(null);
            setState(FREE);
        }
        return true;
    }

    /** Whether the current thread owns it. */
    final boolean isOwned() {
        return holder == ThreadId.currentThread().threadId();
    }

    /** Who owns it, as far as another thread can tell. */
    @Nullable
    final Thread owner() {
        return getExclusiveOwnerThread();
    }

    /** Who owns it, or will next, as far as another thread can tell. */
    @Nullable
    final Thread ownerOrFirst() {
        Thread owner = owner();
        return owner == null ? getFirstQueuedThread() : owner;
    }

    /** A thread is run by one of our threads until it has released this. */
    final void lend() {
        lent = true;
    }

    final boolean isLent() {
        return lent;
    }

    /** How often the current thread owns it. */
    final int holds() {
        return isOwned() ? nested + 1 : 0;
    }

    /**
     * Takes it, once more if it is owned already. Interrupts neither end the wait nor get lost.
     *
     * @return false if it is retired: then the object has another one, or none
     */
    final boolean enter() {
        if (!tryAcquire(1)) {
            makeRoom();
            enterInSlices();
        }
        return isOwned() || !passOn();
    }

    /** Who leaves the queue of a retired one wakes the next. */
    private boolean passOn() {
        giveBack();
        return true;
    }

    /** Whether no thread owns it again. */
    final boolean isRetired() {
        return getState() == RETIRED;
    }

    /**
     * Releases it permanently if the caller owns it once and no thread waits for it.
     *
     * @return whether it did
     */
    final boolean retire() {
        if (nested > 0 || getState() != OWNED || hasQueuedThreads()) {
            return false;
        }
        holder = NOBODY;
        setExclusiveOwnerThread(null);
        setState(RETIRED);
        if (hasQueuedThreads()) {
            giveBack(); // one that came meanwhile
        }
        return true;
    }

    /** Overflows the stack now, if it is nearly used up: in the middle of a queue it would do harm. */
    static void makeRoom() {
        room(ROOM);
    }

    private static int room(int frames) {
        return frames == 0 ? 0 : room(frames - 1) + 1;
    }

    private void enterInSlices() {
        boolean interrupted = false;
        boolean taken = false;
        boolean firstSliceOver = false;
        long slice = PINNED_SLICE;
        long end = System.nanoTime() + slice; // an interrupt begins no new slice
        long begun = CompensatingCarrier.NONE;
        OwnerCarrier help = null;
        try {
            while (!taken) {
                try {
                    long left = end - System.nanoTime();
                    taken = tryAcquireNanos(1, lame ? Math.min(left, LAME_SLICE) : left);
                    if (taken || end - System.nanoTime() > 0) {
                        continue;
                    }
                    if (!firstSliceOver) {
                        firstSliceOver = true;
                        boolean pinned = CompensatingCarrier.isPinned();
                        begun = pinned ? CompensatingCarrier.begin() : CompensatingCarrier.NONE;
                        slice = pinned ? FIRST_SLICE : UNPINNED_SLICE;
                    } else {
                        long longest = begun > 0 ? LONGEST_SLICE : LONGEST_SLICE_OF_FEW;
                        boolean pinned = slice != UNPINNED_SLICE;
                        slice = pinned ? Math.min(slice * 2, longest) : slice;
                        if (pinned || !CompensatingCarrier.isVirtual()) {
                            help = OwnerCarrier.help(this, help);
                        }
                    }
                    end = System.nanoTime() + slice;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (OutOfMemoryError ignored) {
                    lame = true;
                    letOthersRun();
                }
            }
        } finally {
            CompensatingCarrier.end(begun);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            returnPermit();
        }
    }

    /**
     * To wait here, or to yield, may have used up a permit that another one gave the thread for something else, before
     * or meanwhile; to wait for a monitor does not. One too few lets {@code park} wait for ever, and one too many lets
     * it return for no reason, as it may at any time.
     */
    static void returnPermit() {
        LockSupport.unpark(Thread.currentThread());
    }

    @SuppressWarnings("ThreadPriorityCheck")
    static void letOthersRun() {
        try {
            Thread.yield();
        } catch (OutOfMemoryError ignored) {
            Thread.onSpinWait(); // a virtual thread needs memory even for that
        }
        returnPermit();
    }

    /**
     * Gives it back once. Without memory a virtual thread can't be woken: {@code VirtualThread.unpark} marks it as
     * runnable, and hands it to nobody. Those behind it take the lock at the end of a slice.
     *
     * @return whether that is what the current thread may be run by one of our threads for
     */
    final boolean giveBack() {
        if (nested > 0) {
            nested--;
            return false;
        }
        boolean ends = lent;
        try {
            release(1);
        } catch (OutOfMemoryError | RejectedExecutionException ignored) { // the scheduler's queue can't grow
            markLame(); // it is given back already: the waking is what failed
        }
        return ends;
    }

    /** A thread was not woken that should have been: from now on slices are short. */
    final void markLame() {
        lame = true;
    }

    /** Gives it back until it is owned so many times only. */
    final void leave(int holds) {
        while (holds() > holds) {
            giveBack();
        }
    }
}
