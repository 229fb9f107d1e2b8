package io.vtmonitor.unpin.lock;

/**
 * How threads that own an object's monitor come by its lock, and wait to be notified. Others take the lock first, so
 * none of these waits for the lock while it keeps the monitor: the monitor is free meanwhile.
 */
final class InMonitor {
    private static final long SLICE_MILLIS = 1;
    private static final int HELP_EVERY = 50;

    private InMonitor() {}

    /**
     * {@code Object.wait} for a caller that owns the lock and the monitor. It waits in the monitor; who notifies it has
     * the lock, and so may take the monitor to wake it.
     *
     * @param nanos how long at most, 0 for ever
     */
    static void await(ObjectLock lock, Object object, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        lock.keep();
        int holds = lock.holds();
        boolean guarded = lock.isGuarded();
        Waiter waiter = lock.waiter(true);
        if (waiter == null) {
            throw new OutOfMemoryError("Java heap space"); // to give way would be to wait for a lock in the monitor
        }
        SlicedLock.makeRoom();
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        try {
            lock.add(waiter);
            lock.leave(0);
            long left = nanos;
            while (!waiter.isNotified() && !interrupted && (nanos == 0 || left > 0)) {
                interrupted = pause(object, nanos == 0 ? 0 : Math.max(1, (left + 999_999) / 1_000_000));
                left = deadline - System.nanoTime();
            }
        } finally {
            waiter.stop();
            for (int pauses = 1; !lock.isOwned() && !lock.tryAcquire(1); pauses++) {
                interrupted |= pauseWhatever(lock, object, pauses);
            }
            while (lock.holds() < holds) {
                lock.enter();
            }
            lock.guard(guarded);
            lock.ended(waiter, interrupted);
        }
        if (interrupted && !waiter.isNotified()) {
            throw new InterruptedException();
        }
    }

    /** {@code Object.notify}, or {@code notifyAll}, by who owns the lock, and maybe the monitor. */
    @Hidden
    static void signal(ObjectLock lock, Object object, boolean all) {
        boolean found = false;
        if (all) {
            lock.signalAll(object);
        } else {
            found = lock.signal(object);
        }
        if (!found && Thread.holdsLock(object)) {
            notify(object, all);
        }
    }

    /** The JVM's own. */
    @Hidden
    @SuppressWarnings("NakedNotify")
    static void notify(Object object, boolean all) {
        if (all) {
            object.notifyAll();
        } else {
            object.notify();
        }
    }

    /** Wakes those that were notified. The caller owns the lock, so it may wait for the monitor. */
    @SuppressWarnings("NakedNotify")
    static void wake(Object object) {
        synchronized (object) {
            object.notifyAll();
        }
    }

    /**
     * Takes it, where it is not retired, for a caller that owns the monitor and came to it by that alone. The monitor
     * is free while others own the lock: they may need it to make progress. A notification that ends such a pause was
     * meant for another thread.
     */
    @SuppressWarnings("NakedNotify")
    static void take(ObjectLock lock, Object object) {
        boolean interrupted = false;
        int pauses = 0;
        while (!lock.tryAcquire(1)) {
            pauses++;
            interrupted |= pauseWhatever(lock, object, pauses);
        }
        if (lock.isOwned()) {
            lock.keep();
        }
        if (pauses > 0) {
            object.notifyAll();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** There is no way back for who calls it: where it can't wait it tries again with the monitor kept. */
    private static boolean pauseWhatever(ObjectLock lock, Object object, int pauses) {
        if (pauses % HELP_EVERY == 0) {
            OwnerCarrier.help(lock, null);
        }
        try {
            return pause(object, SLICE_MILLIS);
        } catch (OutOfMemoryError | StackOverflowError ignored) {
            return false;
        }
    }

    /** @return whether it was interrupted */
    @SuppressWarnings("WaitNotInLoop")
    private static boolean pause(Object object, long millis) {
        try {
            object.wait(millis);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
