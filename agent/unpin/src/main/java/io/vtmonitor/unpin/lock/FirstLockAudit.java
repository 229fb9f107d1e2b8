package io.vtmonitor.unpin.lock;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How many objects of a class got a lock, counted by each carrier apart. The first of a class that a carrier counts,
 * the second, the fourth and so on are shown to the audit; of classes that it watches, each of the first few thousand.
 */
final class FirstLockAudit extends ClassValue<AtomicLongArray> {
    /** The first number of the array: 1 if the class is watched. */
    private static final int WATCHED = 0;

    /** Numbers of one line of memory, which two processors had better not both write to. */
    private static final int LINE = 8;

    private static final long SHOWN_ONE_BY_ONE = 4_096;
    private static final FirstLockAudit BY_CLASS = new FirstLockAudit();
    private static volatile @Nullable BiConsumer<Class<?>, Long> audit;

    private FirstLockAudit() {}

    @Override
    protected AtomicLongArray computeValue(Class<?> type) {
        return new AtomicLongArray((1 + CompensatingCarrier.STRIPES) * LINE);
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
            AtomicLongArray counters = BY_CLASS.get(type);
            if (!again) {
                count(type, counters, shown);
            }
            return isWatched(counters);
        } catch (Throwable ignored) {
            // Out of stack or memory: one arrival is not counted.
            return false;
        }
    }

    /**
     * Of a class that is not watched, one may be missed where two carriers write to a counter at once: an atomic one
     * would have to wait until all that was stored before is written.
     */
    private static void count(Class<?> type, AtomicLongArray counters, BiConsumer<Class<?>, Long> shown) {
        int counter = (1 + CompensatingCarrier.stripe()) * LINE;
        boolean watched = isWatched(counters);
        long counted;
        if (watched) {
            counted = counters.incrementAndGet(counter);
        } else {
            counted = counters.getPlain(counter) + 1;
            counters.setPlain(counter, counted);
        }
        if (Long.bitCount(counted) == 1 || (watched && sum(counters) <= SHOWN_ONE_BY_ONE)) {
            shown.accept(type, sum(counters));
        }
    }

    private static boolean isWatched(AtomicLongArray counters) {
        return counters.get(WATCHED) != 0;
    }

    private static long sum(AtomicLongArray counters) {
        long sum = 0;
        for (int i = LINE; i < counters.length(); i += LINE) {
            sum += counters.get(i);
        }
        return sum;
    }

    /** From now on each object of that class is shown. */
    static void watch(Class<?> type) {
        BY_CLASS.get(type).set(WATCHED, 1);
    }

    static long count(Class<?> type) {
        return sum(BY_CLASS.get(type));
    }
}
