package io.vtmonitor.unpin.lock;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What stands for an object's monitor: a lock, and the threads that wait to be notified. It is what {@code ReentrantLock} is,
 * without that class's {@code @ReservedStackAccess}: there a stack overflow comes after the lock was taken, where nobody who
 * called {@link Door#enter} could give it back; here it comes at once, and what was taken is known by one field.
 *
 * <p>Who may have to wait does so in slices, short ones where it keeps its carrier. A lock that is given back wakes one waiter
 * only; if that is an unmounted virtual thread and every carrier is kept by threads that wait for this lock behind it, nobody
 * would ever run (threads that wait for a monitor keep their carrier, so they can't get there). A slice that ends takes the
 * lock as it lies free. For the same reason notified threads come back by {@link #enter}, not by a {@code Condition}.
 *
 * <p>To wait for a monitor needs no memory of the heap; to wait here does, for a place in the queue and a virtual thread's
 * timer. Where there is none a thread looks again and again, and {@code wait} returns early, as it may (JLS 17.2.1).
 */
final class ObjectLock extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;
    private static final long FIRST_SLICE = 50_000_000;

    /** Before it has the scheduler make one more: most waits are over by then. */
    private static final long PINNED_SLICE = 1_000_000;

    private static final long LONGEST_SLICE = 1_600_000_000;

    /** Only what a full heap has spoilt needs it; each end of a slice costs a walk along the queue. */
    private static final long UNPINNED_SLICE = 10_000_000_000L;

    private static final long SLICE_IN_MONITOR = 10_000_000;
    private static final long SHORT_SLICE_IN_MONITOR = 1_000_000;
    private static final long LAME_SLICE = 10_000_000;
    private static final int ROOM = 24;

    /** Written by who owns the lock only; each thread asks whether it is itself, which no race can make it believe. */
    private transient @Nullable Thread holder;

    private transient @Nullable Waiter first;
    private transient @Nullable Waiter last;

    /** A thread ran out of memory as it waited here and may have left its place in the queue, which wakes nobody. */
    private transient volatile boolean lame;

    /** Set once, by a thread that owns the object's monitor; before, nobody takes it. */
    private transient volatile boolean inUse;

    /** Who is inside by the monitor alone; changed by the owner of the monitor, or by who it names. */
    transient volatile @Nullable Alone alone;

    @Override
    @SuppressWarnings("ReferenceEquality")
    protected boolean tryAcquire(int one) {
        Thread current = Thread.currentThread();
        int holds = getState();
        if (holds == 0) {
            if (!compareAndSetState(0, 1)) {
                return false;
            }
            holder = current; // no call between: nothing can come between
            setExclusiveOwnerThread(current);
            return true;
        }
        if (holder != current) {
            return false;
        }
        if (holds == Integer.MAX_VALUE) {
            throw new Error("Maximum lock count exceeded");
        }
        setState(holds + 1);
        return true;
    }

    @Override
    protected boolean tryRelease(int one) {
        int holds = getState() - 1;
        if (holds == 0) {
            holder = null;
            setExclusiveOwnerThread(null);
        }
        setState(holds);
        return holds == 0;
    }

    @Override
    protected boolean isHeldExclusively() {
        return isOwned();
    }

    /** Whether places that lock by the lock alone have begun to take it. */
    boolean inUse() {
        return inUse;
    }

    /**
     * From now on it is taken. The caller owns the object's monitor, so nobody else is inside.
     *
     * @param holds how often the caller owns it then
     */
    void begin(int holds) {
        if (holds > 0) {
            own(holds);
        }
        inUse = true;
    }

    private void own(int holds) {
        setState(holds);
        holder = Thread.currentThread();
        setExclusiveOwnerThread(holder);
    }

    /** Whether the current thread owns it. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOwned() {
        return holder == Thread.currentThread();
    }

    /** Who owns it, as far as another thread can tell. */
    @Nullable
    Thread owner() {
        return getExclusiveOwnerThread();
    }

    /** How often the current thread owns it. */
    int holds() {
        return isOwned() ? getState() : 0;
    }

    /** Takes it, once more if it is owned already. Interrupts neither end the wait nor get lost. */
    void enter() {
        if (!tryAcquire(1)) {
            room(ROOM);
            enterInSlices();
        }
    }

    /** Overflows the stack now, if it is nearly used up: in the middle of a queue it would do harm. */
    private static int room(int frames) {
        return frames == 0 ? 0 : room(frames - 1) + 1;
    }

    private void enterInSlices() {
        boolean interrupted = false;
        boolean taken = false;
        boolean pinned = Spare.isNeeded();
        boolean mayHaveSpare = pinned;
        long slice = pinned ? PINNED_SLICE : UNPINNED_SLICE;
        long spare = 0;
        try {
            while (!taken) {
                try {
                    taken = tryAcquireNanos(1, lame ? LAME_SLICE : slice);
                    slice = pinned ? Math.min(Math.max(slice * 2, FIRST_SLICE), LONGEST_SLICE) : UNPINNED_SLICE;
                    if (mayHaveSpare && !taken) {
                        mayHaveSpare = false;
                        spare = Spare.begin();
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (OutOfMemoryError full) {
                    lame = true;
                    letOthersRun();
                }
            }
        } finally {
            Spare.end(spare);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @SuppressWarnings("ThreadPriorityCheck")
    private static void letOthersRun() {
        try {
            Thread.yield();
        } catch (OutOfMemoryError full) {
            Thread.onSpinWait(); // a virtual thread needs memory even for that
        }
    }

    /**
     * Gives it back once. Without memory a virtual thread can't be woken: {@code VirtualThread.unpark} marks it as runnable,
     * and hands it to nobody. Those behind it take the lock at the end of a slice.
     */
    void giveBack() {
        try {
            release(1);
        } catch (OutOfMemoryError full) {
            lame = true; // it is given back already: the waking is what failed
        }
    }

    /** Gives it back until it is owned so many times only. */
    void leave(int holds) {
        while (holds() > holds) {
            giveBack();
        }
    }

    /**
     * {@code Object.wait}; the caller owns the lock.
     *
     * @param nanos how long at most, 0 for ever
     */
    void await(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        int holds = holds();
        Waiter waiter = waiter(false);
        if (waiter == null) {
            giveWay(holds);
            return;
        }
        boolean interrupted = false;
        room(ROOM);
        long spare = 0;
        try {
            add(waiter);
            leave(0);
            spare = Spare.isNeeded() ? Spare.begin() : 0;
            interrupted = park(waiter, nanos);
        } finally {
            Spare.end(spare);
            while (holds() < holds) {
                enter();
            }
            ended(waiter, interrupted);
        }
        if (interrupted && !waiter.notified) {
            throw new InterruptedException();
        }
    }

    private static @Nullable Waiter waiter(boolean inMonitor) {
        try {
            return new Waiter(Thread.currentThread(), inMonitor);
        } catch (OutOfMemoryError full) {
            return null;
        }
    }

    /** All that a {@code wait} must do: others may own the lock meanwhile. */
    private void giveWay(int holds) {
        room(ROOM);
        try {
            leave(0);
            letOthersRun();
        } finally {
            while (holds() < holds) {
                enter();
            }
        }
    }

    /** @return whether an interrupt ended it, which is taken from the thread */
    private boolean park(Waiter waiter, long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (!waiter.notified) {
            if (Thread.interrupted()) {
                return true;
            }
            long left = nanos == 0 ? Long.MAX_VALUE : deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            try {
                if (nanos == 0) {
                    LockSupport.park(this);
                } else {
                    LockSupport.parkNanos(this, left);
                }
            } catch (OutOfMemoryError full) {
                return false;
            }
        }
        return false;
    }

    /** One that was notified and interrupted keeps both: the notification is used up, the interrupt stays to be seen. */
    private void ended(Waiter waiter, boolean interrupted) {
        if (!waiter.notified) {
            remove(waiter);
        } else if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * {@code Object.wait} for a caller that owns the lock and the monitor. It waits in the monitor, which so is free
     * meanwhile, and looks every 10 ms whether a thread without the monitor has notified it. It never waits for the lock while
     * it owns the monitor: others take them in the other order.
     */
    @SuppressWarnings({"WaitNotInLoop", "SynchronizeOnNonFinalField"})
    void awaitInMonitor(Object object, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        int holds = holds();
        Waiter waiter = waiter(true);
        if (waiter == null) {
            throw new OutOfMemoryError(
                    "Java heap space"); // to give way here would be to wait for a lock in the monitor
        }
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        try {
            add(waiter);
            leave(0);
            while (!waiter.notified && !interrupted && (nanos == 0 || deadline - System.nanoTime() > 0)) {
                interrupted = pause(object, SLICE_IN_MONITOR);
            }
        } finally {
            while (!tryAcquire(1)) {
                interrupted |= pauseWhatever(object);
            }
            while (holds() < holds) {
                enter();
            }
            ended(waiter, interrupted);
        }
        if (interrupted && !waiter.notified) {
            throw new InterruptedException();
        }
    }

    /**
     * Takes it so many times for a caller that owns the monitor and came to it by that alone. The monitor is free while others
     * own the lock: they may need it to get on. A notification that ends such a pause was meant for another thread.
     */
    @SuppressWarnings("NakedNotify")
    void takeInMonitor(Object object, int holds) {
        boolean interrupted = false;
        boolean paused = false;
        while (!tryAcquire(1)) {
            paused = true;
            interrupted |= pauseWhatever(object);
        }
        own(holds);
        if (paused) {
            object.notifyAll();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** There is no way back for who calls it: it is inside, and where it can't wait it tries again with the monitor kept. */
    private static boolean pauseWhatever(Object object) {
        try {
            return pause(object, SHORT_SLICE_IN_MONITOR);
        } catch (OutOfMemoryError | StackOverflowError full) {
            return false;
        }
    }

    /** @return whether it was interrupted */
    @SuppressWarnings("WaitNotInLoop")
    private static boolean pause(Object object, long nanos) {
        try {
            object.wait(nanos / 1_000_000);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    /**
     * {@code Object.notify}; the caller owns the lock.
     *
     * @return the thread that was woken, null if none waits
     */
    @Nullable
    Waiter wakeOne() {
        Waiter waiter = first;
        if (waiter != null) {
            remove(waiter);
            waiter.notified = true;
            wake(waiter.thread);
        }
        return waiter;
    }

    private void wake(Thread thread) {
        try {
            LockSupport.unpark(thread);
        } catch (OutOfMemoryError full) {
            lame = true; // as in giveBack
        }
    }

    private void add(Waiter waiter) {
        if (last == null) {
            first = waiter;
        } else {
            last.next = waiter;
        }
        last = waiter;
    }

    private void remove(Waiter waiter) {
        Waiter before = null;
        for (Waiter at = first; at != null; at = at.next) {
            if (at == waiter) {
                if (before == null) {
                    first = at.next;
                } else {
                    before.next = at.next;
                }
                if (last == at) {
                    last = before;
                }
                return;
            }
            before = at;
        }
    }
}
