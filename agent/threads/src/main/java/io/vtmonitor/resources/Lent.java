package io.vtmonitor.resources;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The loan of a resource. It keeps neither the resource nor the thread alive.
 *
 * @param borrower the thread that borrowed it
 * @param since when it was borrowed, as {@link System#nanoTime}
 * @param stack where it was borrowed, topmost frame first; null if no stack was taken
 * @param key the route or key that it is for; null if the pool has none
 * @param event the event that ends with the loan; null if none is recorded
 */
@SuppressWarnings("ArrayRecordComponent") // compared by identity, never compared
record Lent(
        WeakReference<Thread> borrower,
        long since,
        StackTraceElement @Nullable [] stack,
        @Nullable PoolKey key,
        @Nullable Object event) {
    /** Whether the thread that borrowed it has ended. */
    boolean isLeft() {
        Thread thread = borrower.get();
        return thread == null || !thread.isAlive();
    }

    @SuppressWarnings("ReferenceEquality") // an application may override how threads are compared
    boolean isLentTo(Thread thread) {
        return borrower.get() == thread;
    }
}
