package io.vtmonitor.unpin.lock;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What stands for an object's monitor: a lock, and the threads that wait to be notified. These come back by
 * {@link #enter}, not by a {@code Condition}, since they have to wait in slices, too. Where there is no memory to wait,
 * {@code wait} returns early, as it may (JLS 17.2.1).
 */
final class ObjectLock extends SlicedLock {
    private static final long serialVersionUID = 1L;
    private static final long SLICE_IN_MONITOR = 10_000_000;
    private static final long SHORT_SLICE_IN_MONITOR = 1_000_000;
    private static final int HELP_EVERY = 50;

    private transient int pauses; // of threads with the monitor; not exact
    private transient @Nullable Waiter first;
    private transient @Nullable Waiter last;

    /**
     * Whether it is to be forgotten when it is given back, or when nobody is noted by it any more. Cleared by who owns
     * it, or who owns the monitor while it is not in use; who else clears it is promised nothing.
     */
    transient boolean disposable;

    /** Set once, by a thread that owns the object's monitor; before, nobody takes it. */
    private transient volatile boolean inUse;

    /** Who is inside by the monitor alone; changed by the owner of the monitor, or by who it names. */
    transient volatile @Nullable MonitorOnlyOwner alone;

    ObjectLock(boolean disposable) {
        this.disposable = disposable;
    }

    /** It stays as long as its object, as where threads wait by it. */
    void keep() {
        disposable = false;
    }

    /** Gives it back permanently, if it is one for that; the caller owns it. */
    boolean dispose() {
        return disposable && retire();
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

    /**
     * {@code Object.wait}; the caller owns the lock.
     *
     * @param nanos how long at most, 0 for ever
     */
    void await(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        keep();
        int holds = holds();
        Waiter waiter = waiter(false);
        if (waiter == null) {
            giveWay(holds);
            return;
        }
        boolean interrupted = false;
        makeRoom();
        long begun = CompensatingCarrier.NONE;
        try {
            add(waiter);
            leave(0);
            begun = CompensatingCarrier.isPinned() ? CompensatingCarrier.begin() : CompensatingCarrier.NONE;
            interrupted = park(waiter, nanos);
        } finally {
            waiter.stop();
            CompensatingCarrier.end(begun);
            while (holds() < holds) {
                enter();
            }
            ended(waiter, interrupted);
            returnPermit();
        }
        if (interrupted && !waiter.isNotified()) {
            throw new InterruptedException();
        }
    }

    private static @Nullable Waiter waiter(boolean inMonitor) {
        try {
            return new Waiter(Thread.currentThread(), inMonitor);
        } catch (OutOfMemoryError ignored) {
            return null;
        }
    }

    /** All that a {@code wait} must do: others may own the lock meanwhile. */
    private void giveWay(int holds) {
        makeRoom();
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
        while (!waiter.isNotified()) {
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
            } catch (OutOfMemoryError ignored) {
                return false;
            }
        }
        return false;
    }

    /** One that was notified before its interrupt was seen keeps both: the interrupt stays to be seen. */
    private void ended(Waiter waiter, boolean interrupted) {
        if (!waiter.isNotified()) {
            remove(waiter);
        } else if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * {@code Object.wait} for a caller that owns the lock and the monitor. It waits in the monitor, which so is free
     * meanwhile, and looks every 10 ms whether a thread without the monitor has notified it. It never waits for the
     * lock while it owns the monitor: others take them in the other order.
     */
    @SuppressWarnings({"WaitNotInLoop", "SynchronizeOnNonFinalField"})
    void awaitInMonitor(Object object, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        keep();
        int holds = holds();
        Waiter waiter = waiter(true);
        if (waiter == null) {
            throw new OutOfMemoryError("Java heap space"); // to give way would be to wait for a lock in the monitor
        }
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        try {
            add(waiter);
            leave(0);
            while (!waiter.isNotified() && !interrupted && (nanos == 0 || deadline - System.nanoTime() > 0)) {
                interrupted = pause(object, SLICE_IN_MONITOR);
            }
        } finally {
            waiter.stop();
            while (!tryAcquire(1)) {
                interrupted |= pauseWhatever(object);
            }
            while (holds() < holds) {
                enter();
            }
            ended(waiter, interrupted);
        }
        if (interrupted && !waiter.isNotified()) {
            throw new InterruptedException();
        }
    }

    /**
     * Takes it so many times for a caller that owns the monitor and came to it by that alone. The monitor is free while
     * others own the lock: they may need it to make progress. A notification that ends such a pause was meant for
     * another thread.
     *
     * @return false where it is retired
     */
    @SuppressWarnings("NakedNotify")
    boolean takeInMonitor(Object object, int holds) {
        boolean interrupted = false;
        boolean paused = false;
        while (!tryAcquire(1)) {
            paused = true;
            interrupted |= pauseWhatever(object);
        }
        boolean taken = isOwned();
        if (taken) {
            keep();
            own(holds);
        }
        if (paused) {
            object.notifyAll();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return taken;
    }

    /** There is no way back for who calls it: where it can't wait it tries again with the monitor kept. */
    private boolean pauseWhatever(Object object) {
        if (++pauses % HELP_EVERY == 0) {
            OwnerCarrier.help(this, null);
        }
        try {
            return pause(object, SHORT_SLICE_IN_MONITOR);
        } catch (OutOfMemoryError | StackOverflowError ignored) {
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
     * {@code Object.notify}; the caller owns the lock. Those that have stopped to wait are passed over.
     *
     * @return the thread that was woken, null if none waits
     */
    @Nullable
    Waiter wakeOne() {
        Waiter waiter = first;
        while (waiter != null) {
            remove(waiter);
            if (waiter.take()) {
                wake(waiter.thread);
                return waiter;
            }
            waiter = first;
        }
        return null;
    }

    private void wake(Thread thread) {
        try {
            LockSupport.unpark(thread);
        } catch (OutOfMemoryError ignored) {
            isLame(); // as in giveBack
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
