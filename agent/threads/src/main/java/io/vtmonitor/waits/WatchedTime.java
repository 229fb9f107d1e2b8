package io.vtmonitor.waits;

/**
 * For how long something was watched. A long step was delayed, for example by the garbage collector or a stopped
 * process. No thread could make progress then, so such a step counts only in part.
 */
public final class WatchedTime {
    private static final long MOST_OF_A_STEP = 50_000_000;
    private static final long ENOUGH = 1_000_000_000;

    /** The watch ends after this wall-clock time, however often it was delayed. */
    private static final long MOST = 5_000_000_000L;

    private final long begin;
    private long last;
    private long counted;

    /** @param now as {@link System#nanoTime} */
    public WatchedTime(long now) {
        begin = now;
        last = now;
    }

    /** Ends a step. */
    public void step(long now) {
        counted += Math.min(now - last, MOST_OF_A_STEP);
        last = now;
    }

    /** Whether the watch is over: a wait of that time would count as long, or watching took too long. */
    public boolean isOver() {
        return counted >= ENOUGH || last - begin >= MOST;
    }

    public double seconds() {
        return counted / 1e9;
    }
}
