package io.vtmonitor.model;

import org.jspecify.annotations.Nullable;

/**
 * An interval in which a virtual thread kept its carrier although it was blocked.
 *
 * @param blocking how and where
 * @param startNanos start, nanoseconds since the epoch
 * @param durationNanos length in nanoseconds, never negative
 * @param threadId {@code Thread.threadId()} of the virtual thread; 0 if not known yet (JDK 21, live)
 * @param threadName the virtual thread's name; empty if it has none or it is not known yet
 * @param previousOwner name of the thread that owned the monitor before, where a monitor event tells; null otherwise
 */
public record Pin(
        Blocking blocking,
        long startNanos,
        long durationNanos,
        long threadId,
        String threadName,
        @Nullable String previousOwner) {
    public long endNanos() {
        return startNanos + durationNanos;
    }
}
