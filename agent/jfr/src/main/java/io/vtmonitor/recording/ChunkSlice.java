package io.vtmonitor.recording;

import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import java.nio.channels.FileChannel;

/**
 * A chunk and where it lies.
 *
 * @param file open for as long as its {@link Recordings} are
 * @param length how many of its bytes can be read
 */
record ChunkSlice(FileChannel file, Chunk chunk, long length) {
    /** A JVM begins a chunk at the nanosecond at which it ended the one before. */
    private static final long GAP = 10_000_000;

    /** Clocks are set, and slow down and speed up to become right. */
    private static final double DRIFT = 1e-3;

    /**
     * Whether the one before is of the same JVM: this one begins when that ended, and has the same relation of ticks to
     * time, which begin when a JVM does.
     */
    boolean follows(ChunkSlice before) {
        return follows(chunk, before.chunk());
    }

    /** The same of chunks, wherever they lie. */
    static boolean follows(Chunk two, Chunk one) {
        if (one.ticksPerSecond() != two.ticksPerSecond() || one.compressed() != two.compressed()) {
            return false;
        }
        double nanos = two.startNanos() - one.startNanos();
        double ticks = (two.startTicks() - one.startTicks()) * (1e9 / one.ticksPerSecond());
        boolean sameClock = Math.abs(nanos - ticks) <= GAP + DRIFT * Math.abs(nanos);
        boolean noGap = one.finished() && Math.abs(nanos - one.durationNanos()) <= GAP + DRIFT * Math.abs(nanos);
        return sameClock && nanos >= 0 && noGap;
    }

    /** Whether it is the same chunk, which may have been copied twice while it was being written. */
    boolean isCopyOf(ChunkSlice other) {
        return chunk.startNanos() == other.chunk().startNanos()
                && chunk.startTicks() == other.chunk().startTicks();
    }

    boolean overlaps(ChunkSlice other) {
        return chunk.startNanos() <= other.endNanos() && other.chunk().startNanos() <= endNanos();
    }

    /** Nobody knows it of one that was still being written. */
    private long endNanos() {
        return chunk.finished() ? chunk.startNanos() + chunk.durationNanos() : Long.MAX_VALUE;
    }
}
