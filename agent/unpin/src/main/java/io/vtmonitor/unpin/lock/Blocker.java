package io.vtmonitor.unpin.lock;

/**
 * In {@code java.base} it becomes {@code jdk.internal.misc.Blocker} of JDK 21: while the current thread keeps its
 * carrier, the scheduler may have one more, up to {@code jdk.virtualThreadScheduler.maxPoolSize}. Elsewhere it does
 * nothing.
 */
final class Blocker {
    private Blocker() {}

    /** Begins to keep the carrier; the answer is for {@link #end}. */
    static long begin() {
        return -1;
    }

    static void end(long begun) {
        // nothing was begun
    }
}
