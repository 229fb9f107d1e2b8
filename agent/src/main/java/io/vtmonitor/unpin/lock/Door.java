package io.vtmonitor.unpin.lock;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten code calls: for each monitor instruction and each method of {@code Object} that needs a monitor, one that
 * does the same with the object's lock. What they throw, and when, is what the JVM's own do: JLS 17.1 and 17.2.
 */
public final class Door {
    private static final LockTable TABLE = new LockTable();
    private static final AtomicLong STRAY = new AtomicLong();

    private Door() {}

    /**
     * Begins to forget dead objects and to show the audit which classes come.
     *
     * @param objects what {@link #enterBoth} does about objects of a class: 0 monitor alone, 1 the lock, too, if it exists, 2
     *     the lock, too
     * @param mirrors the same about the {@code Class} itself
     * @param audit told of the first, second, fourth… object of a class that gets a lock, on the thread that locks
     */
    public static void open(
            ToIntFunction<Class<?>> objects, ToIntFunction<Class<?>> mirrors, BiConsumer<Class<?>, Long> audit) {
        Twofold.judge(objects, mirrors);
        Arrivals.show(audit);
        new Sweeper(TABLE).start();
    }

    /** Objects that have a lock. */
    public static long size() {
        return TABLE.size();
    }

    /** Objects of that class that got a lock so far. */
    public static long count(Class<?> type) {
        return Arrivals.count(type);
    }

    /** Objects whose lock is owned while others wait for it: object, owner, a list of those who wait; then the next. */
    public static List<Object> contended() {
        return TABLE.contended();
    }

    /** Shows the audit each object of that class from now on, up to some thousands. */
    public static void watch(Class<?> type) {
        Arrivals.watch(type);
    }

    /** How often a lock was to be given back that was not owned; anything but 0 is a mistake of ours. */
    public static long stray() {
        return STRAY.get();
    }

    /**
     * {@code monitorenter}. It is owned once more after it, or not at all: what stops it half-way is undone.
     *
     * @throws NullPointerException for null, as {@code synchronized} does
     */
    @Unseen
    public static void enter(@Nullable Object object) {
        if (object == null) {
            throw new NullPointerException("Cannot enter synchronized block because the object is null");
        }
        Room.probe();
        ObjectLock lock = TABLE.of(object);
        int holds = lock.holds();
        try {
            lock.enter();
        } catch (Throwable failed) {
            release(lock, holds);
            throw failed;
        }
    }

    /** {@code monitorexit}; throws nothing, since the handler that javac makes for it covers itself. */
    @Unseen
    public static void exit(Object object) {
        try {
            release(object);
        } catch (StackOverflowError afterwards) {
            // given back in the reserved zone; the next call will overflow again, with the lock free
        }
    }

    @Reserved
    @Apart
    private static void release(Object object) {
        ObjectLock lock = TABLE.find(object);
        if (lock == null || !lock.isOwned()) {
            STRAY.incrementAndGet();
        } else {
            lock.giveBack();
        }
    }

    @Reserved
    @Apart
    private static void release(ObjectLock lock, int holds) {
        lock.leave(holds);
    }

    /**
     * Comes before a {@code monitorenter} that stays, where the object may be one whose lock others take. The lock comes
     * first everywhere: threads that own it may go on to the monitor, none that owns the monitor alone goes on to the lock.
     */
    @Unseen
    public static void enterBoth(@Nullable Object object) {
        if (object == null || takesLock(object)) {
            enter(object);
        } else {
            Room.probe(); // exitBoth needs it as well, if only to see that there is no lock
        }
    }

    /**
     * Comes after the {@code monitorexit} of {@link #enterBoth}, and throws nothing. If the lock was not taken then, nobody had
     * it; what was taken since has been given back; so that it is owned says that it was taken.
     */
    @Unseen
    public static void exitBoth(Object object) {
        try {
            releaseBoth(object);
        } catch (StackOverflowError afterwards) {
            // as in exit
        }
    }

    @Reserved
    @Apart
    private static void releaseBoth(Object object) {
        if (takesLock(object)) {
            ObjectLock lock = TABLE.find(object);
            if (lock != null && lock.isOwned()) {
                lock.giveBack();
            }
        }
    }

    private static boolean takesLock(Object object) {
        int rule = Twofold.of(object);
        return rule == Twofold.ALWAYS || (rule == Twofold.IF_LOCKED && TABLE.find(object) != null);
    }

    /** {@link Object#wait()}. */
    @Unseen
    public static void await(Object object) throws InterruptedException {
        await(object, 0L);
    }

    /** {@link Object#wait(long)}. */
    @Unseen
    @SuppressWarnings("WaitNotInLoop")
    public static void await(Object object, long millis) throws InterruptedException {
        ObjectLock lock = owned(object);
        if (lock == null || millis < 0) {
            object.wait(millis);
        } else {
            await(lock, object, millis > Long.MAX_VALUE / 1_000_000 ? 0 : millis * 1_000_000);
        }
    }

    /** {@link Object#wait(long, int)}; to the nanosecond, where the JVM rounds up to the millisecond. */
    @Unseen
    @SuppressWarnings("WaitNotInLoop")
    public static void await(Object object, long millis, int nanos) throws InterruptedException {
        ObjectLock lock = owned(object);
        if (lock == null || millis < 0 || nanos < 0 || nanos > 999_999) {
            object.wait(millis, nanos);
        } else {
            await(lock, object, millis >= Long.MAX_VALUE / 1_000_000 ? 0 : millis * 1_000_000 + nanos);
        }
    }

    private static void await(ObjectLock lock, Object object, long nanos) throws InterruptedException {
        if (Thread.holdsLock(object)) {
            lock.awaitInMonitor(object, nanos);
        } else {
            lock.await(nanos);
        }
    }

    /** {@link Object#notify()}. */
    @Unseen
    @SuppressWarnings("NakedNotify")
    public static void signal(Object object) {
        ObjectLock lock = owned(object);
        if (lock == null) {
            object.notify();
            return;
        }
        Waiter woken = lock.wakeOne();
        if (Thread.holdsLock(object)) {
            if (woken == null) {
                object.notify();
            } else if (woken.inMonitor) {
                object.notifyAll();
            }
        }
    }

    /** {@link Object#notifyAll()}. */
    @Unseen
    @SuppressWarnings("NakedNotify")
    public static void signalAll(Object object) {
        ObjectLock lock = owned(object);
        Waiter woken = lock == null ? null : lock.wakeOne();
        while (lock != null && woken != null) {
            woken = lock.wakeOne();
        }
        if (lock == null || Thread.holdsLock(object)) {
            object.notifyAll();
        }
    }

    /** {@link Thread#holdsLock(Object)}. */
    @Unseen
    public static boolean holds(Object object) {
        return Thread.holdsLock(object) || owned(object) != null;
    }

    /** The lock if the current thread owns it. Null for null: the JVM's own method throws then. */
    private static @Nullable ObjectLock owned(@Nullable Object object) {
        ObjectLock lock = object == null ? null : TABLE.find(object);
        return lock != null && lock.isOwned() ? lock : null;
    }
}
