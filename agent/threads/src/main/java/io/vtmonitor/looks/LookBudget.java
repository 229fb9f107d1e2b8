package io.vtmonitor.looks;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What looks cost, and when the next one may be: at most 0.2 % of one processor over time, but at least one look a
 * minute. The first look, which loads our classes, is counted but delays nothing. One thread uses it; any thread may
 * read {@link #nanos}.
 */
public final class LookBudget {
    private static final double PART = 0.002;
    private static final long MOST_PAUSE = 60_000_000_000L;

    /** Nanoseconds of processor time that can be saved up, and that are available at the start. */
    private static final double MOST_SAVED = 250_000_000;

    private final LongSupplier nanoTime;
    private final LongSupplier used;
    private final @Nullable WatchThread thread;
    private final long interval;
    private final AtomicLong all = new AtomicLong();
    private double saved = MOST_SAVED;
    private long begin;
    private long usedBefore;
    private long lastEnd;
    private boolean any;

    /**
     * A budget of which nothing is used yet.
     *
     * @param interval between the starts of two looks, in nanoseconds, if their cost allows it
     * @param used processor time that these looks have used, in nanoseconds; only differences count
     * @param thread on which these looks run; null if there is none
     */
    LookBudget(long interval, LongSupplier nanoTime, LongSupplier used, @Nullable WatchThread thread) {
        this.thread = thread;
        this.interval = interval;
        this.nanoTime = nanoTime;
        this.used = used;
        lastEnd = nanoTime.getAsLong();
    }

    /** Begins a look. */
    public void begin() {
        begin = nanoTime.getAsLong();
        usedBefore = used.getAsLong();
        if (thread != null) {
            thread.counts(usedBefore);
        }
    }

    /** Waits, which costs nothing. Other looks that are due run meanwhile. */
    public void pause(long nanos) {
        if (thread != null) {
            thread.pause(nanos);
        }
    }

    /** Lets other looks that are due run now. */
    public void giveWay() {
        pause(0);
    }

    /**
     * Ends a look.
     *
     * @return how long to wait for the next one, in nanoseconds
     */
    public long end() {
        long now = nanoTime.getAsLong();
        long cost = Math.max(0, used.getAsLong() - usedBefore);
        all.addAndGet(cost);
        saved = Math.min(MOST_SAVED, saved + (now - lastEnd) * PART) - (any ? cost : 0);
        any = true;
        lastEnd = now;
        long untilPaid = saved >= 0 ? 0 : (long) (-saved / PART);
        return Math.min(MOST_PAUSE, Math.max(Math.max(interval / 2, interval - (now - begin)), untilPaid));
    }

    /** Nanoseconds of processor time of all looks so far. */
    public long nanos() {
        return all.get();
    }
}
