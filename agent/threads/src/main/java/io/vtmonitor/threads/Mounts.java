package io.vtmonitor.threads;

import java.util.concurrent.TimeUnit;

/**
 * Makes a count that never decreases of {@code ForkJoinPool.getStealCount}. The pool adds up a 32-bit count of each
 * worker, which wraps around, and the counts of ended workers. For a moment, a worker that ends is in neither sum.
 */
public final class Mounts {
    private static final long WRAP = 1L << 32;

    /** A worker takes less than this to leave the pool, even if the system delays it. */
    private static final long LEAVING_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private long wrapped;
    private long last;
    private long fellAt;
    private boolean fell;

    /**
     * The mounts so far.
     *
     * @param steals the pool's count now
     * @param now the time, as {@link System#nanoTime}
     */
    public synchronized long total(long steals, long now) {
        if (steals + wrapped >= last) {
            fell = false;
            last = steals + wrapped;
            return last;
        }
        if (!fell) {
            fell = true;
            fellAt = now;
        } else if (now - fellAt > LEAVING_NANOS) {
            fell = false;
            wrapped += (last - steals - wrapped + WRAP - 1) / WRAP * WRAP;
            last = steals + wrapped;
        }
        return last;
    }
}
