package io.vtmonitor.unpin.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten code calls: for each monitor instruction and each method of {@code Object} that needs a monitor, one
 * that does the same with the object's lock. What they throw, and when, is what the JVM's own do: JLS 17.1 and 17.2.
 */
public final class MonitorRuntime {
    static final LockTable TABLE = new LockTable();
    private static final AtomicLong STRAY = new AtomicLong();

    /** Whether any place has taken an object's lock so far. */
    static volatile boolean inUse;

    private MonitorRuntime() {}

    /**
     * Begins to forget dead objects, to watch for a scheduler that stands still, and to show the audit which classes
     * come.
     *
     * @param objects what {@link #enterBoth} does about objects of a class: 0 monitor alone, 1 the lock, too, if it
     *     exists, 2 the lock, too
     * @param mirrors the same about the {@code Class} itself
     * @param audit called for each object of a class that gets a lock on a carrier as the first, second, fourth and so
     *     on, and of how many got one so far; on the thread that locks
     */
    public static void open(
            ToIntFunction<Class<?>> objects, ToIntFunction<Class<?>> mirrors, BiConsumer<Class<?>, Long> audit) {
        LockPolicyOf.judge(objects, mirrors);
        FirstLockAudit.show(audit);
        new Sweeper(TABLE).start();
        new StandstillWatch(TABLE).start();
    }

    /** Objects that have a lock. */
    public static long size() {
        return TABLE.size();
    }

    /** Objects of that class that got a lock so far. */
    public static long count(Class<?> type) {
        return FirstLockAudit.count(type);
    }

    /** Shows the audit each object of that class from now on, up to some thousands. */
    public static void watch(Class<?> type) {
        FirstLockAudit.watch(type);
    }

    /** How often a lock was to be released that was not owned; anything but 0 is an error in vt-monitor. */
    public static long stray() {
        return STRAY.get();
    }

    /**
     * {@code monitorenter}. It is owned once more after it, or not at all: what stops it half-way is undone.
     *
     * @throws NullPointerException for null, as {@code synchronized} does
     */
    @Hidden
    public static void enter(@Nullable Object object) {
        if (object == null) {
            throw new NullPointerException("Cannot enter synchronized block because the object is null");
        }
        StackHeadroom.probe();
        boolean entered = false;
        while (!entered) {
            ObjectLock lock = TABLE.of(object);
            if (!lock.inUse()) {
                begin(object, lock);
            }
            int holds = lock.holds();
            try {
                entered = lock.enter(object);
            } catch (Throwable e) {
                release(lock, holds);
                throw e;
            }
        }
    }

    /**
     * Its first time passes through the monitor: whoever else is inside by the monitor alone has left then, or waits.
     * Those who come by the monitor later have to see what is set before.
     */
    @Hidden
    private static void begin(Object object, ObjectLock lock) {
        boolean takenLately = ForgottenLocks.isNoted(object); // within the monitor it costs a call of the JVM
        boolean inside = Thread.holdsLock(object);
        LockPolicyOf.of(object).take();
        if (!inUse) {
            inUse = true;
        }
        boolean first = false;
        synchronized (object) {
            if (!lock.inUse()) {
                object.notifyAll(); // who waits by the monitor alone would not be woken by who has the lock alone
                lock.begin(inside);
                first = true;
            }
        }
        if (first && FirstLockAudit.met(object, takenLately)) {
            lock.keep();
        }
    }

    /** {@code monitorexit}; throws nothing, since the handler that javac makes for it covers itself. */
    @Hidden
    public static void exit(Object object) {
        try {
            if (release(object)) {
                OwnerCarrier.leave();
            }
        } catch (StackOverflowError ignored) {
            // The lock was given back in the reserved zone; the next call overflows again, with the lock free.
        }
    }

    @ReservedStackAccess
    @DontInline
    private static boolean release(Object object) {
        ObjectLock lock = TABLE.find(object);
        boolean endsLoan = false;
        if (lock == null || !lock.isOwned()) {
            STRAY.incrementAndGet();
        } else if (lock.dispose()) {
            TABLE.forgetRetired(object);
            endsLoan = lock.isLent();
        } else {
            endsLoan = lock.giveBack();
        }
        return endsLoan;
    }

    @ReservedStackAccess
    @DontInline
    static void release(ObjectLock lock, int holds) {
        lock.leave(holds);
    }

    /**
     * Comes before a {@code monitorenter} that stays, where others may take the object's lock. The lock comes first
     * everywhere: threads that own it may proceed to the monitor, none that owns the monitor alone waits for the lock
     * unless that is guarded. Null is left to the {@code monitorenter}.
     */
    @Hidden
    public static void enterBoth(@Nullable Object object) {
        LockPolicyOf.Policy policy = inUse && object != null ? LockPolicyOf.of(object) : null;
        if (policy != null
                && policy.taken
                && (policy.rule == LockPolicyOf.ALWAYS || Handover.inUse(TABLE.find(object)))) {
            enter(object);
        }
    }

    /**
     * Comes after the {@code monitorenter} of {@link #enterBoth}. The lock may have come into use in between; from here
     * on it can't, as that takes the monitor. What this throws leaves the region: only the handler that gives the
     * monitor back begins before it.
     */
    @Hidden
    public static void enteredBoth(Object object) {
        if (inUse && LockPolicyOf.of(object).taken) {
            Handover.entered(TABLE, object);
        }
    }

    /**
     * Comes after the {@code monitorexit} of {@link #enterBoth}, and throws nothing if it has a lock to release. What
     * was taken since is given back, so that the lock is owned says that it was taken for this region.
     */
    @Hidden
    public static void exitBoth(Object object) {
        if (inUse) {
            try {
                releaseBoth(object);
            } catch (StackOverflowError ignored) {
                // The lock was given back in the reserved zone, as in exit.
            }
        }
    }

    @ReservedStackAccess
    @DontInline
    private static void releaseBoth(Object object) {
        ObjectLock lock = LockPolicyOf.of(object).taken ? TABLE.find(object) : null;
        if (lock != null && lock.isOwned()) {
            lock.giveBack();
        }
    }

    /** {@link Object#wait()}. */
    @Hidden
    public static void await(Object object) throws InterruptedException {
        await(object, 0L);
    }

    /** {@link Object#wait(long)}. */
    @Hidden
    @SuppressWarnings("WaitNotInLoop")
    public static void await(Object object, long millis) throws InterruptedException {
        ObjectLock lock = owned(object);
        if (millis < 0) {
            object.wait(millis);
        } else if (lock == null) {
            Handover.await(TABLE, object, millis, 0);
        } else {
            await(lock, object, millis > Long.MAX_VALUE / 1_000_000 ? 0 : millis * 1_000_000);
        }
    }

    /** {@link Object#wait(long, int)}; to the nanosecond, where the JVM rounds up to the millisecond. */
    @Hidden
    @SuppressWarnings("WaitNotInLoop")
    public static void await(Object object, long millis, int nanos) throws InterruptedException {
        ObjectLock lock = owned(object);
        if (millis < 0 || nanos < 0 || nanos > 999_999) {
            object.wait(millis, nanos);
        } else if (lock == null) {
            Handover.await(TABLE, object, millis, nanos);
        } else {
            await(lock, object, millis >= Long.MAX_VALUE / 1_000_000 ? 0 : millis * 1_000_000 + nanos);
        }
    }

    /** {@link TimeUnit#timedWait}. */
    @Hidden
    public static void timedWait(TimeUnit unit, Object object, long timeout) throws InterruptedException {
        if (timeout > 0) {
            long millis = unit.toMillis(timeout);
            long rest = unit.compareTo(TimeUnit.MILLISECONDS) < 0
                    ? unit.toNanos(timeout) - TimeUnit.MILLISECONDS.toNanos(millis)
                    : 0;
            await(object, millis, (int) rest);
        }
    }

    private static void await(ObjectLock lock, Object object, long nanos) throws InterruptedException {
        if (Thread.holdsLock(object)) {
            InMonitor.await(lock, object, nanos);
        } else {
            lock.await(object, nanos);
        }
    }

    /** {@link Object#notify()}. */
    @Hidden
    public static void signal(Object object) {
        signal(object, false);
    }

    /** {@link Object#notifyAll()}. */
    @Hidden
    public static void signalAll(Object object) {
        signal(object, true);
    }

    @Hidden
    private static void signal(Object object, boolean all) {
        ObjectLock lock = owned(object);
        if (lock == null) {
            Handover.signal(TABLE, object, all);
        } else {
            InMonitor.signal(lock, object, all);
        }
    }

    /** {@link Thread#holdsLock(Object)}. */
    @Hidden
    public static boolean holds(Object object) {
        return Thread.holdsLock(object) || owned(object) != null;
    }

    /** The lock if the current thread owns it. Null for null: the JVM's own method throws then. */
    private static @Nullable ObjectLock owned(@Nullable Object object) {
        ObjectLock lock = object == null ? null : TABLE.find(object);
        return lock != null && lock.isOwned() ? lock : null;
    }
}
