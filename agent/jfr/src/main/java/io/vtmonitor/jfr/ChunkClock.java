package io.vtmonitor.jfr;

/**
 * Turns a chunk's ticks into time, in the JDK's own arithmetic ({@code TimeConverter.java}): the figures of a recording
 * are to be those of the live stream to the last digit.
 */
public final class ChunkClock {
    private final long startNanos;
    private final long startTicks;
    private final double ticksPerNano;

    /**
     * @param startNanos begin of the chunk, nanoseconds since the epoch
     * @param startTicks the same instant in ticks
     * @param ticksPerSecond how long one is
     */
    public ChunkClock(long startNanos, long startTicks, long ticksPerSecond) {
        this.startNanos = startNanos;
        this.startTicks = startTicks;
        this.ticksPerNano = ticksPerSecond / 1e9;
    }

    /** An instant, nanoseconds since the epoch. */
    public long nanos(long ticks) {
        return startNanos + (long) ((ticks - startTicks) / ticksPerNano);
    }

    /**
     * A length in nanoseconds, from instant to instant as the JDK's reader has it; none is negative.
     *
     * @param from its begin in ticks
     * @param ticks its length
     */
    public long span(long from, long ticks) {
        return ticks == 0 ? 0 : Math.max(0, nanos(from + ticks) - nanos(from));
    }
}
