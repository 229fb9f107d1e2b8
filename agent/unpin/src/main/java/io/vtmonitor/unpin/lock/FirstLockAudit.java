package io.vtmonitor.unpin.lock;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How many objects of a class got a lock. The first of a class, the second, the fourth and so on are shown to the
 * audit; of classes that it watches, each of the first few thousand.
 */
final class FirstLockAudit extends ClassValue<AtomicLong> {
    private static final long WATCHED = 1L << 62;
    private static final long SHOWN_ONE_BY_ONE = 4_096;
    private static final FirstLockAudit BY_CLASS = new FirstLockAudit();
    private static volatile @Nullable BiConsumer<Class<?>, Long> audit;

    private FirstLockAudit() {}

    @Override
    protected AtomicLong computeValue(Class<?> type) {
        return new AtomicLong();
    }

    static void show(BiConsumer<Class<?>, Long> audit) {
        FirstLockAudit.audit = audit;
    }

    /**
     * Called once for a lock; what the audit throws is dropped, the lock comes first.
     *
     * @param again whether the object has had another lock, and so is counted
     * @return whether its class is watched, so that its objects are to be counted once each
     */
    static boolean met(Object object, boolean again) {
        BiConsumer<Class<?>, Long> shown = audit;
        if (shown == null) {
            return false;
        }
        try {
            Class<?> type = object.getClass();
            AtomicLong counter = BY_CLASS.get(type);
            if (again) {
                return counter.get() >= WATCHED;
            }
            long counted = counter.incrementAndGet();
            long count = counted & ~WATCHED;
            if (Long.bitCount(count) == 1 || (counted >= WATCHED && count <= SHOWN_ONE_BY_ONE)) {
                shown.accept(type, count);
            }
            return counter.get() >= WATCHED;
        } catch (Throwable ignored) {
            // Out of stack or memory: one arrival is not counted.
            return false;
        }
    }

    /** From now on each object of that class is shown. */
    static void watch(Class<?> type) {
        AtomicLong counter = BY_CLASS.get(type);
        long now = counter.get();
        while (now < WATCHED && !counter.compareAndSet(now, now | WATCHED)) {
            now = counter.get();
        }
    }

    static long count(Class<?> type) {
        return BY_CLASS.get(type).get() & ~WATCHED;
    }
}
