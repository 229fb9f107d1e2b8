package io.vtmonitor.unpin.lock;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What stands for an object's monitor: a lock, and the threads that wait to be notified. These come back by
 * {@link #enter}, not by a {@code Condition}, since they have to wait in slices, too. Where there is no memory to wait,
 * {@code wait} returns early, as it may (JLS 17.2.1).
 */
final class ObjectLock extends SlicedLock {
    private static final long serialVersionUID = 1L;

    private transient @Nullable Waiters waiters;

    /**
     * Whether it is to be forgotten when it is given back. Cleared by who owns it, or who owns the monitor while it is
     * not in use; who else clears it is promised nothing.
     */
    private transient boolean disposable;

    private static final AtomicIntegerFieldUpdater<ObjectLock> IN_USE =
            AtomicIntegerFieldUpdater.newUpdater(ObjectLock.class, "inUse");

    /** Set to 1 once, by a thread that owns the object's monitor; before, no thread takes it. */
    private transient volatile int inUse;

    /**
     * Whether a thread that owns the monitor may be inside without the lock, although that is in use. If the lock is
     * owned, that is its owner, or one that is about to see this and release it. Written by who owns the monitor, and
     * the lock where it is in use; so either is enough to read it.
     */
    private transient boolean guarded;

    ObjectLock(boolean disposable) {
        this.disposable = disposable;
    }

    /** It stays as long as its object, as where threads wait by it. */
    void keep() {
        disposable = false;
    }

    /** Releases it permanently, if it is a lock for that; the caller owns it. */
    boolean dispose() {
        return disposable && retire();
    }

    /** Whether places that lock by the lock alone have begun to take it. */
    boolean inUse() {
        return inUse != 0;
    }

    /**
     * From now on it is taken. The caller owns the object's monitor, so no other thread is inside.
     *
     * @param inside whether the caller may be inside by the monitor
     */
    void begin(boolean inside) {
        guarded = inside;
        IN_USE.lazySet(this, 1); // who decides by it owns the monitor; others would have to look again anyway
    }

    /** Whether who takes it has to pass through the monitor. The caller owns either. */
    boolean isGuarded() {
        return guarded;
    }

    /**
     * The caller owns both lock and monitor, and no other thread is inside.
     *
     * @param inside whether the caller is inside by the monitor, too
     */
    void guard(boolean inside) {
        guarded = inside;
    }

    /**
     * Takes it, once more if it is owned already, when no other thread is inside by the monitor alone.
     *
     * @return false if the caller has to look for the object's lock, and try again
     */
    @Hidden
    boolean enter(Object object) {
        return enter() && (!guarded || holds() > 1 || Thread.holdsLock(object) || passMonitor(object));
    }

    /**
     * The caller has taken a lock that is guarded. It releases it, since a thread that is inside by the monitor may
     * need it. Who owns the monitor can wait for the lock then: others that have it are about to release it here.
     */
    @Hidden
    private boolean passMonitor(Object object) {
        if (giveBack()) {
            OwnerCarrier.leave();
        }
        synchronized (object) {
            boolean taken = guarded && enter();
            if (taken) {
                guarded = false;
            }
            return taken;
        }
    }

    /**
     * {@code Object.wait}; the caller owns the lock, and not the monitor.
     *
     * @param nanos how long at most, 0 for ever
     */
    void await(Object object, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        keep();
        int holds = holds();
        Waiter waiter = waiter(false);
        if (waiter == null) {
            giveWay(object, holds);
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
                enter(object);
            }
            ended(waiter, interrupted);
            returnPermit();
        }
        if (interrupted && !waiter.isNotified()) {
            throw new InterruptedException();
        }
    }

    /** Null if there is no memory for it, or for the queue. */
    @Nullable
    Waiter waiter(boolean inMonitor) {
        try {
            return waiters() == null ? null : new Waiter(Thread.currentThread(), inMonitor);
        } catch (OutOfMemoryError ignored) {
            return null;
        }
    }

    /** All that a {@code wait} must do: others may own the lock meanwhile. */
    private void giveWay(Object object, int holds) {
        makeRoom();
        try {
            leave(0);
            letOthersRun();
        } finally {
            while (holds() < holds) {
                enter(object);
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
    void ended(Waiter waiter, boolean interrupted) {
        remove(waiter);
        if (waiter.isNotified() && interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * {@code Object.notify}; the caller owns the lock. Those that have stopped to wait are passed over.
     *
     * @return whether a thread waited
     */
    boolean signal(Object object) {
        Waiters queue = waiters;
        if (queue == null || queue.notifyReturning(false)) {
            return queue != null;
        }
        makeRoom();
        Waiter woken = queue.notifyOne();
        if (woken != null && woken.inMonitor) {
            InMonitor.wake(object);
        } else if (woken != null) {
            wake(woken.thread);
        }
        return woken != null;
    }

    /** {@code Object.notifyAll}; the caller owns the lock. */
    void signalAll(Object object) {
        Waiters queue = waiters;
        if (queue == null) {
            return;
        }
        makeRoom();
        queue.notifyReturning(true);
        boolean inMonitor = false;
        for (Waiter woken = queue.notifyOne(); woken != null; woken = queue.notifyOne()) {
            inMonitor |= woken.inMonitor;
            if (!woken.inMonitor) {
                wake(woken.thread);
            }
        }
        if (inMonitor) {
            InMonitor.wake(object);
        }
    }

    /** For who owns the lock, or the monitor while the lock is not in use; null if there is no memory for it. */
    @Nullable
    Waiters waiters() {
        try {
            waiters = waiters == null ? new Waiters() : waiters;
        } catch (OutOfMemoryError ignored) {
            // it comes back as soon as the lock comes into use
        }
        return waiters;
    }

    /** By who owns the monitor, while the lock is not in use. */
    void notifiedByMonitor(boolean all) {
        Waiters queue = waiters;
        if (queue != null) {
            queue.notifyByMonitor(all);
        }
    }

    private void wake(Thread thread) {
        try {
            LockSupport.unpark(thread);
        } catch (OutOfMemoryError | RejectedExecutionException ignored) {
            markLame(); // as in giveBack
        }
    }

    void add(Waiter waiter) {
        if (waiters != null) {
            waiters.add(waiter);
        }
    }

    private void remove(Waiter waiter) {
        if (waiters != null) {
            waiters.remove(waiter);
        }
    }

    /**
     * Adds its owner, or next owner, and threads in {@code wait}, as far as they could run and have no carrier. With a
     * monitor they would have one.
     */
    void addWithoutCarrier(List<Thread> threads, int most) {
        Thread next = inUse() && !isRetired() ? ownerOrFirst() : null;
        if (next != null && CompensatingCarrier.hasNoCarrier(next)) {
            threads.add(next);
        }
        Waiters queue = waiters;
        if (queue != null) {
            queue.addWithoutCarrier(threads, most);
        }
    }
}
