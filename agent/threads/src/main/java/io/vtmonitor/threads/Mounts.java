package io.vtmonitor.threads;

import java.util.concurrent.TimeUnit;

/**
 * Makes a count that never falls of {@code ForkJoinPool.getStealCount}. That adds up a count of 32 bits for each
 * worker, which wraps, and a worker that ends is for a moment in neither of the two sums.
 */
public final class Mounts {
    private static final long WRAP = 1L << 32;

    /** A worker takes less to leave the pool, even when the system does not let it run. */
    private static final long LEAVING_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private long wrapped;
    private long last;
    private long fellAt;
    private boolean fell;

    /**
     * The mounts until now.
     *
     * @param steals as the pool tells them now
     * @param now as {@code System.nanoTime}
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
