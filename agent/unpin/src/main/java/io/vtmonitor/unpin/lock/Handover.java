package io.vtmonitor.unpin.lock;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * How an object whose class tells nothing goes over from its monitor to its lock. Places that take both take the
 * monitor alone until a place that takes the lock alone comes for the first time: if they made the lock, applications
 * that lock their own objects around a call would come to deadlocks. The lock comes into use by a thread that owns the
 * monitor. So who owns the monitor and has found no lock in use excludes all others, until it waits or brings the lock
 * into use itself; for both it is noted in how many regions it is, which become holds of the lock then.
 */
@SuppressWarnings({"ReferenceEquality", "NakedNotify"})
final class Handover {
    private static final AtomicReferenceFieldUpdater<ObjectLock, @Nullable MonitorOnlyOwner> ALONE =
            AtomicReferenceFieldUpdater.newUpdater(ObjectLock.class, MonitorOnlyOwner.class, "alone");

    private Handover() {}

    /**
     * The lock comes into use. The caller owns the monitor, whose regions by the monitor alone the lock covers from now
     * on.
     */
    @ReservedStackAccess
    @DontInline
    static boolean begin(ObjectLock lock) {
        MonitorOnlyOwner mine = mine(lock);
        if (lock.alone != null) {
            lock.alone = null;
        }
        lock.begin(mine == null ? 0 : mine.regions);
        return true;
    }

    /**
     * The caller owns the monitor, and maybe the lock. The lock that it found before may be retired by now. Then it has
     * to have another one to be noted by; it is inside, so where there is no memory for that it tries again.
     */
    static void entered(LockTable table, Object object) {
        boolean noted = false;
        while (!noted) {
            try {
                ObjectLock lock = table.of(object);
                noted = lock.isOwned() || entered(lock, object);
            } catch (OutOfMemoryError ignored) {
                SlicedLock.letOthersRun();
            }
        }
    }

    /**
     * The caller owns the monitor, and not the lock. Where the lock has come into use since it looked, it owned the
     * monitor at no time before, as that was needed for it; so to give it free meanwhile breaks no region around this
     * one.
     *
     * @return false where the lock is retired: then the object has another one, or none
     */
    private static boolean entered(ObjectLock lock, Object object) {
        if (lock.inUse()) {
            return lock.takeInMonitor(object, 1);
        }
        lock.keep(); // it can't come into use, and so not be retired, while the caller owns the monitor
        MonitorOnlyOwner mine = mine(lock);
        if (mine == null) {
            mine = alone();
            lock.alone = mine;
        }
        if (mine == null) {
            object.notifyAll(); // as where it comes into use otherwise
            lock.begin(1);
        } else {
            mine.regions++;
        }
        return true;
    }

    /** Null where there is no memory for it: the caller owns the monitor, so it may bring the lock into use instead. */
    private static @Nullable MonitorOnlyOwner alone() {
        try {
            return new MonitorOnlyOwner(Thread.currentThread());
        } catch (OutOfMemoryError ignored) {
            return null;
        }
    }

    /** The caller has left a region, and may not own the monitor any more: then another thread may be noted by now. */
    static void left(ObjectLock lock) {
        MonitorOnlyOwner mine = mine(lock);
        if (mine != null && --mine.regions == 0) {
            ALONE.compareAndSet(lock, mine, null);
        }
    }

    /** {@code Object.wait} by who does not own the lock; it may come into use meanwhile, and is owned then. */
    @Hidden
    @SuppressWarnings("WaitNotInLoop")
    static void await(@Nullable ObjectLock lock, Object object, long millis, int nanos) throws InterruptedException {
        MonitorOnlyOwner mine = lock == null ? null : mine(lock);
        try {
            object.wait(millis, nanos);
        } finally {
            if (lock != null && mine != null) {
                back(lock, object, mine);
            }
        }
    }

    @ReservedStackAccess
    @DontInline
    private static void back(ObjectLock lock, Object object, MonitorOnlyOwner mine) {
        if (lock.inUse()) {
            lock.takeInMonitor(object, mine.regions);
        } else {
            lock.alone = mine;
        }
    }

    private static @Nullable MonitorOnlyOwner mine(ObjectLock lock) {
        MonitorOnlyOwner alone = lock.alone;
        return alone != null && alone.thread == Thread.currentThread() ? alone : null;
    }
}
