package io.vtmonitor.model;

/**
 * An interval in which a virtual thread kept its carrier although it was blocked.
 *
 * @param blocking how and where
 * @param startNanos begin, nanoseconds since the epoch
 * @param durationNanos length in nanoseconds, never negative
 * @param threadId {@code Thread.threadId()} of the virtual thread; 0 where the JVM has not told yet (JDK 21, live)
 */
public record Pin(Blocking blocking, long startNanos, long durationNanos, long threadId) {
    public long endNanos() {
        return startNanos + durationNanos;
    }
}
