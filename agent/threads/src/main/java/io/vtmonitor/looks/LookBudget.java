package io.vtmonitor.looks;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the looks cost, and when the next one may be: at most 0.2 % of one processor over time, but at least one look a
 * minute. The first look, which loads our classes, is counted and delays nothing. For one thread, its total for any.
 */
public final class LookBudget {
    private static final double PART = 0.002;
    private static final long MOST_PAUSE = 60_000_000_000L;

    /** Saved up at most, and there at the start. */
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
     * Nothing used yet.
     *
     * @param interval between the begins of two looks, in nanoseconds, as far as the cost allows
     * @param used processor time that these looks have used, in nanoseconds; differences count
     * @param thread on which these looks have their turns; null if there is none
     */
    LookBudget(long interval, LongSupplier nanoTime, LongSupplier used, @Nullable WatchThread thread) {
        this.thread = thread;
        this.interval = interval;
        this.nanoTime = nanoTime;
        this.used = used;
        lastEnd = nanoTime.getAsLong();
    }

    /** A look begins. */
    public void begin() {
        begin = nanoTime.getAsLong();
        usedBefore = used.getAsLong();
        if (thread != null) {
            thread.counts(usedBefore);
        }
    }

    /** Waits, at no cost. Other looks that are due have their turn meanwhile. */
    public void pause(long nanos) {
        if (thread != null) {
            thread.pause(nanos);
        }
    }

    /** Lets other looks that are due have their turn now. */
    public void giveWay() {
        pause(0);
    }

    /**
     * A look is over.
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

    /** All looks so far. */
    public long nanos() {
        return all.get();
    }
}
