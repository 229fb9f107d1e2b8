package io.vtmonitor.resources;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The class that woven code calls. It is defined a second time in {@code java.base}, package {@code java.lang}, the
 * only place that every class loader and every named module sees. It passes calls on to the receivers that are
 * connected, and does nothing if there are none. A failure of a receiver never reaches the pool.
 */
public final class LendingHooks {
    private static volatile @Nullable BiFunction<Object, Object, @Nullable Object> begin;
    private static volatile @Nullable BiConsumer<Object, @Nullable Object> end;
    private static volatile @Nullable BiConsumer<Object, Object> lend;
    private static volatile @Nullable BiConsumer<Object, Object> giveBack;

    private LendingHooks() {}

    /** Connects the receivers, or disconnects them if they are null. */
    static void connect(
            @Nullable BiFunction<Object, Object, @Nullable Object> begun,
            @Nullable BiConsumer<Object, @Nullable Object> ended,
            @Nullable BiConsumer<Object, Object> lent,
            @Nullable BiConsumer<Object, Object> givenBack) {
        begin = begun;
        end = ended;
        lend = lent;
        giveBack = givenBack;
    }

    /**
     * The current thread requests a resource, for a route or key if that is not null. Returns what to pass to
     * {@link #end}; null if no receiver is connected.
     */
    public static @Nullable Object begin(int kind, Object pool, @Nullable Object key) {
        BiFunction<Object, Object, @Nullable Object> watched = begin;
        if (watched == null) {
            return null;
        }
        try {
            return watched.apply(kind, key == null ? pool : new Object[] {pool, key});
        } catch (Throwable ignored) {
            return null; // out of stack or memory: this request is not followed
        }
    }

    /** The request is over. It has failed if the resource is null and {@link #lend} was not called meanwhile. */
    public static void end(@Nullable Object begun, @Nullable Object resource) {
        BiConsumer<Object, @Nullable Object> watched = end;
        if (begun == null || watched == null) {
            return;
        }
        try {
            watched.accept(begun, resource);
        } catch (Throwable ignored) {
            // As above.
        }
    }

    /** A resource is lent to the current thread. */
    public static void lend(Object pool, @Nullable Object resource) {
        BiConsumer<Object, Object> watched = lend;
        if (watched == null || resource == null) {
            return;
        }
        try {
            watched.accept(pool, resource);
        } catch (Throwable ignored) {
            // As above.
        }
    }

    /** A resource is about to be given back. Ignored if it is not noted as lent. */
    public static void giveBack(Object pool, @Nullable Object resource) {
        BiConsumer<Object, Object> watched = giveBack;
        if (watched == null || resource == null) {
            return;
        }
        try {
            watched.accept(pool, resource);
        } catch (Throwable ignored) {
            // As above.
        }
    }
}
