package io.vtmonitor.unpin.lock;

import io.vtmonitor.unpin.lock.ObjectLock.MonitorOnlyOwner;
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

    /**
     * Stands where the last one that was noted has left a lock that is to be forgotten. It is never replaced: nobody is
     * noted by such a lock again, nor brings it into use.
     */
    static final MonitorOnlyOwner GONE = new MonitorOnlyOwner(null);

    /** A wait that the JVM ends by its time may end so much before it, as our clock tells. */
    private static final long MOST_EARLY_NANOS = 2_000_000;

    private Handover() {}

    /**
     * Whether the lock is in use. The caller is about to take the monitor where it is not. If another thread is inside
     * by that alone, the lock had better stay: to make another one, the caller would need memory when it is inside.
     */
    static boolean inUse(ObjectLock lock) {
        boolean inUse = lock.inUse();
        MonitorOnlyOwner inside = inUse ? null : lock.alone;
        if (inside != null && inside.thread != Thread.currentThread()) {
            lock.keep();
        }
        return inUse;
    }

    /**
     * The lock comes into use. The caller owns the monitor, whose regions by the monitor alone the lock covers from now
     * on.
     *
     * @return false where the lock is retired
     */
    @ReservedStackAccess
    @DontInline
    static boolean begin(ObjectLock lock) {
        MonitorOnlyOwner mine = mine(lock);
        boolean replaced = replace(lock, null);
        if (replaced) {
            lock.begin(mine == null ? 0 : mine.regions);
        }
        return replaced;
    }

    /**
     * Forgets who is noted, or notes another one. The caller owns the monitor, so it competes with none but the one
     * that is noted, who has left or waits.
     *
     * @return false where the lock is retired
     */
    private static boolean replace(ObjectLock lock, @Nullable MonitorOnlyOwner next) {
        while (true) {
            MonitorOnlyOwner before = lock.alone;
            if (before == GONE) {
                lock.retireUnused(); // the one that has left may not have come to it yet
                return false;
            }
            if (before == next || replace(lock, before, next)) {
                return true;
            }
        }
    }

    /** Whether the one that was noted before still was. */
    static boolean replace(ObjectLock lock, @Nullable MonitorOnlyOwner before, @Nullable MonitorOnlyOwner next) {
        return ALONE.compareAndSet(lock, before, next);
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
            return InMonitor.take(lock, object, 1);
        }
        MonitorOnlyOwner mine = mine(lock);
        if (mine != null) {
            mine.regions++;
            return true;
        }
        MonitorOnlyOwner made = alone();
        boolean noted = replace(lock, made);
        if (noted && made == null) {
            object.notifyAll(); // as where it comes into use otherwise
            lock.begin(1);
        }
        return noted;
    }

    /** Null where there is no memory for it: the caller owns the monitor, so it may bring the lock into use instead. */
    private static @Nullable MonitorOnlyOwner alone() {
        try {
            MonitorOnlyOwner made = new MonitorOnlyOwner(Thread.currentThread());
            made.regions = 1;
            return made;
        } catch (OutOfMemoryError ignored) {
            return null;
        }
    }

    /**
     * The caller has left a region, and may not own the monitor any more: then another thread may be noted by now.
     *
     * @return whether the lock is retired by that: none has ever taken it, and none is noted by it or comes back to it
     */
    static boolean left(ObjectLock lock) {
        MonitorOnlyOwner mine = mine(lock);
        return mine != null && --mine.regions <= 0 && left(lock, mine);
    }

    static boolean left(ObjectLock lock, MonitorOnlyOwner mine) {
        boolean disposable = lock.disposable;
        boolean left = replace(lock, mine, disposable ? GONE : null);
        if (left && disposable) {
            lock.retireUnused();
        }
        return left && disposable;
    }

    /**
     * {@code Object.wait} by who does not own the lock. It may come into use meanwhile, and is owned then; who was not
     * notified until then goes on waiting.
     */
    @Hidden
    @SuppressWarnings("WaitNotInLoop")
    static void await(@Nullable ObjectLock lock, Object object, long millis, int nanos) throws InterruptedException {
        MonitorOnlyOwner mine = lock == null ? null : mine(lock);
        if (lock == null || mine == null) {
            object.wait(millis, nanos);
            return;
        }
        lock.keep(); // it comes back to it
        Waiters waiters = lock.waiters();
        SlicedLock.makeRoom();
        if (waiters != null) {
            waiters.waitByMonitor();
        }
        long time = millis > Long.MAX_VALUE / 1_000_000 - 1 ? 0 : millis * 1_000_000 + nanos;
        long end = System.nanoTime() + time;
        boolean ended = false;
        long left;
        boolean notified = true;
        try {
            object.wait(millis, nanos);
            ended = true;
        } finally {
            back(lock, object, mine);
            left = end - System.nanoTime(); // not before: meanwhile its time may be over, and another one notified
            if (waiters != null) {
                notified = waiters.backFromMonitor(ended && (time == 0 || left > MOST_EARLY_NANOS));
                passOn(lock, object, waiters);
            }
        }
        if (!notified && lock.isOwned() && (time == 0 || left > 0)) {
            InMonitor.await(lock, object, time == 0 ? 0 : left);
        }
    }

    @ReservedStackAccess
    @DontInline
    private static void back(ObjectLock lock, Object object, MonitorOnlyOwner mine) {
        if (lock.inUse()) {
            InMonitor.take(lock, object, mine.regions);
        } else {
            lock.alone = mine;
        }
    }

    /** Where the lock is not in use yet, the JVM has chosen whom it notified. */
    private static void passOn(ObjectLock lock, Object object, Waiters waiters) {
        while (waiters.takeSurplus()) {
            if (lock.isOwned()) {
                lock.signal(object);
            }
        }
    }

    /** The JVM has notified one thread that waits by the monitor, or all; the caller owns that, and not the lock. */
    static void notified(@Nullable ObjectLock lock, boolean all) {
        if (lock != null && mine(lock) != null) {
            lock.notifiedByMonitor(all);
        }
    }

    private static @Nullable MonitorOnlyOwner mine(ObjectLock lock) {
        MonitorOnlyOwner alone = lock.alone;
        return alone != null && alone.thread == Thread.currentThread() ? alone : null;
    }
}
