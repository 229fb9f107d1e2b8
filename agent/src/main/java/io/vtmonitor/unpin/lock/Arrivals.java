package io.vtmonitor.unpin.lock;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** How many objects of a class got a lock. The first of a class, the second, the fourth and so on are shown to the audit. */
final class Arrivals extends ClassValue<AtomicLong> {
    private static final Arrivals BY_CLASS = new Arrivals();
    private static volatile @Nullable BiConsumer<Class<?>, Long> audit;

    private Arrivals() {}

    @Override
    protected AtomicLong computeValue(Class<?> type) {
        return new AtomicLong();
    }

    static void show(BiConsumer<Class<?>, Long> audit) {
        Arrivals.audit = audit;
    }

    /** Called once for an object; what the audit throws is dropped, the lock comes first. */
    static void met(Object object) {
        BiConsumer<Class<?>, Long> shown = audit;
        if (shown == null) {
            return;
        }
        try {
            Class<?> type = object.getClass();
            long count = BY_CLASS.get(type).incrementAndGet();
            if (Long.bitCount(count) == 1) {
                shown.accept(type, count);
            }
        } catch (Throwable failed) {
            // out of stack or memory: one arrival is not counted
        }
    }

    static long count(Class<?> type) {
        return BY_CLASS.get(type).get();
    }
}
