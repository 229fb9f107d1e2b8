package io.vtmonitor.unpin.lock;

import org.jspecify.annotations.Nullable;

/**
 * How an object whose class tells nothing goes over from its monitor to its lock. Places that take both take the
 * monitor alone until a place that takes the lock alone comes for the first time: if they made the lock, applications
 * that lock their own objects around a call would come to deadlocks. The lock comes into use by a thread that owns the
 * monitor. So who owns the monitor and has found no lock in use excludes all others, until it waits or brings the lock
 * into use itself; then the lock is guarded, so that others still have to pass through the monitor.
 */
final class Handover {
    /** A wait that the JVM ends by its time may end so much before it, as our clock tells. */
    private static final long MOST_EARLY_NANOS = 2_000_000;

    private Handover() {}

    static boolean inUse(@Nullable ObjectLock lock) {
        return lock != null && lock.inUse();
    }

    /**
     * The caller owns the monitor, and the lock if it was in use before. If it has come into use since then, the caller
     * owned the monitor at no time before, as that was needed for it; so to give it free meanwhile breaks no region
     * around this one.
     */
    @Hidden
    static void entered(LockTable table, Object object) {
        ObjectLock lock = table.find(object);
        while (lock != null && lock.inUse() && !lock.isOwned()) {
            StackHeadroom.probe(); // to release it
            InMonitor.take(lock, object);
            if (lock.isOwned()) {
                lock.guard(false);
            } else {
                lock = table.find(object);
            }
        }
    }

    /** {@code Object.wait} by who does not own the lock. */
    @Hidden
    @SuppressWarnings("WaitNotInLoop")
    static void await(LockTable table, Object object, long millis, int nanos) throws InterruptedException {
        if (!Thread.holdsLock(object) || LockPolicyOf.of(object).rule == LockPolicyOf.NEVER) {
            object.wait(millis, nanos);
            return;
        }
        ObjectLock lock = table.of(object);
        long time = millis > Long.MAX_VALUE / 1_000_000 - 1 ? 0 : millis * 1_000_000 + nanos;
        if (!lock.inUse()) {
            awaitByMonitor(lock, object, millis, nanos, time);
        } else if (lock.isGuarded()) {
            try {
                if (lock.enter()) {
                    InMonitor.await(lock, object, time);
                }
            } finally {
                MonitorRuntime.release(lock, 0);
            }
        } else {
            object.wait(millis, nanos);
        }
    }

    /**
     * The lock may come into use meanwhile, and is owned then until it is clear whether to go on waiting: who was not
     * notified before does.
     */
    @Hidden
    @SuppressWarnings("WaitNotInLoop")
    private static void awaitByMonitor(ObjectLock lock, Object object, long millis, int nanos, long time)
            throws InterruptedException {
        lock.keep(); // it comes back to it
        Waiters waiters = lock.waiters();
        SlicedLock.makeRoom();
        if (waiters != null) {
            waiters.waitByMonitor();
        }
        long end = System.nanoTime() + time;
        boolean ended = false;
        boolean notified = true;
        try {
            long left = 0;
            try {
                object.wait(millis, nanos);
                ended = true;
            } finally {
                back(lock, object);
                left = end - System.nanoTime(); // not before: meanwhile its time may be over, and another one notified
                if (waiters != null) {
                    notified = waiters.backFromMonitor(ended && (time == 0 || left > MOST_EARLY_NANOS));
                    passOn(lock, object, waiters);
                }
            }
            if (!notified && lock.isOwned() && (time == 0 || left > 0)) {
                InMonitor.await(lock, object, time == 0 ? 0 : left);
            }
        } finally {
            MonitorRuntime.release(lock, 0);
        }
    }

    @ReservedStackAccess
    @DontInline
    private static void back(ObjectLock lock, Object object) {
        if (lock.inUse()) {
            InMonitor.take(lock, object);
            lock.guard(true);
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

    /** {@code Object.notify}, or {@code notifyAll}, by who does not own the lock. */
    @Hidden
    static void signal(LockTable table, Object object, boolean all) {
        ObjectLock lock = table.find(object);
        if (lock != null && lock.inUse() && Thread.holdsLock(object) && lock.isGuarded()) {
            try {
                if (lock.enter()) {
                    InMonitor.signal(lock, object, all);
                }
            } finally {
                MonitorRuntime.release(lock, 0);
            }
        } else {
            InMonitor.notify(object, all);
            if (lock != null && !lock.inUse()) {
                lock.notifiedByMonitor(all);
            }
        }
    }
}
