package io.vtmonitor.waits;

/**
 * For how long something was watched. A step that took long was delayed, as by the collector or while the process is
 * stopped: nobody could move on then, so that it counts for little.
 */
public final class WatchedTime {
    private static final long MOST_OF_A_STEP = 50_000_000;
    private static final long ENOUGH = 1_000_000_000;

    /** However often it is delayed. */
    private static final long MOST = 5_000_000_000L;

    private final long begin;
    private long last;
    private long counted;

    /** @param now by {@link System#nanoTime} */
    public WatchedTime(long now) {
        begin = now;
        last = now;
    }

    /** A step ends. */
    public void step(long now) {
        counted += Math.min(now - last, MOST_OF_A_STEP);
        last = now;
    }

    /** Whether a wait would be long by now, or it took too long to watch. */
    public boolean isOver() {
        return counted >= ENOUGH || last - begin >= MOST;
    }

    public double seconds() {
        return counted / 1e9;
    }
}
