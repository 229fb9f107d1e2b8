package io.vtmonitor.model;

/**
 * An interval in which a virtual thread kept its carrier busy in a system call on a file. That is no pin, and is never
 * added to them: the thread is not blocked in a way that another JDK or another lock could cure.
 *
 * @param stack the thread's frames
 * @param operation {@code file_read}, {@code file_write} or {@code file_force}
 * @param startNanos start, nanoseconds since the epoch
 * @param durationNanos length in nanoseconds, never negative
 * @param compensated true if the JVM may have started a spare carrier
 */
public record FileIo(Stack stack, String operation, long startNanos, long durationNanos, boolean compensated) {
    public long endNanos() {
        return startNanos + durationNanos;
    }
}
