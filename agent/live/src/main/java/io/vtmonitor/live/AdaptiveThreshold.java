package io.vtmonitor.live;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The threshold of one kind of event. It rises while more of these events come than are allowed, and falls again
 * afterwards. A higher value is chosen from the durations of the events that came, so that one rise is usually enough.
 * To lower the threshold is only a try: it happens after a calm period, which becomes longer each time that the
 * threshold has to rise again.
 *
 * <p>Used by one thread, except that any thread may call {@link #nanos}.
 */
final class AdaptiveThreshold {
    /** The threshold never rises above this, which is longer than any real pin. */
    private static final long HIGHEST = TimeUnit.SECONDS.toNanos(10);

    /** The first value above a threshold of 0. */
    private static final long SMALLEST = TimeUnit.MICROSECONDS.toNanos(62);

    /** Over a shorter time, a rate is not significant, as events are delivered in bursts. */
    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * Over so many intervals the mean rate is computed, as events come in bursts, for instance when a load catches up.
     */
    private static final int WINDOW = 3;

    /** Above the allowed rate times this, the threshold rises without waiting for the mean of several intervals. */
    private static final int STORM = 2;

    /**
     * The interval at which JFR flushes. A batch that takes more than twice as long is late: the time for which it was
     * read is then not the time in which its events happened.
     */
    private static final long FLUSH = TimeUnit.SECONDS.toNanos(1);

    /** The threshold rises to a value at which the allowed rate divided by this remains. */
    private static final int CALMER = 2;

    /**
     * Like {@link #CALMER}, if only the start of a batch has been read, so that more events were recorded than counted.
     */
    private static final int FLOOD = 16;

    /** After so many events, {@link #floods} is checked. A power of two. */
    private static final int LOOK = 1024;

    private static final long CALM = TimeUnit.SECONDS.toNanos(30);
    private static final long LONGEST_CALM = TimeUnit.MINUTES.toNanos(15);
    private static final int BUCKETS = 64;

    private final long configured;
    private final long allowed;
    private final long[] durations = new long[BUCKETS];
    private final double[] rates = new double[WINDOW];
    private int rated;
    private volatile long inForce;
    private volatile boolean helpless;
    private long count;
    private long firstEnd = Long.MAX_VALUE;
    private long lastEnd = Long.MIN_VALUE;
    private long ignoredUntil = Long.MIN_VALUE;
    private long since;
    private long calmSince;
    private long calm = CALM;
    private boolean justChanged;
    private double rate;
    private boolean partial;
    private boolean behind;

    /**
     * @param configured the threshold, in nanoseconds, unless too many events come
     * @param allowed events a second
     * @param now {@link System#nanoTime}
     */
    AdaptiveThreshold(long configured, long allowed, long now) {
        this.configured = configured;
        this.allowed = allowed;
        this.inForce = configured;
        this.since = now;
        this.calmSince = now;
    }

    /**
     * Counts an event, whether or not it is used.
     *
     * @param end when it ended, in nanoseconds since the epoch
     * @param nanos its length
     * @return whether {@link #floods} has to be checked now
     */
    boolean event(long end, long nanos) {
        if (end < ignoredUntil) {
            behind = true;
            return false;
        }
        firstEnd = Math.min(firstEnd, end);
        lastEnd = Math.max(lastEnd, end);
        event(nanos);
        return (count & (LOOK - 1)) == 0;
    }

    /**
     * Sets the time, in nanoseconds since the epoch, before which events are not counted if they ended then. They were
     * recorded with another threshold.
     */
    void ignoreUntil(long end) {
        ignoredUntil = end;
    }

    /**
     * Whether there are already far too many events, by the times at which they ended. In a flood, a batch takes long
     * to read, so {@link #changes} has to be called before its end. In a late batch, any rate above the allowed one is
     * too high.
     */
    boolean floods(long now) {
        return firstEnd <= lastEnd && count > (isLate(now) ? 1 : STORM) * allowed * (span(now) / 1e9);
    }

    private boolean isLate(long now) {
        return now - since > 2 * FLUSH;
    }

    /**
     * The time from the first event to the last, but not less than a minimum: a short burst is not a flood unless we
     * would be busy with it for long.
     */
    private long span(long now) {
        return Math.max(isLate(now) ? FLUSH / 4 : FLUSH, lastEnd - firstEnd);
    }

    /** Counts an event whose time is not known. */
    void event(long nanos) {
        count++;
        durations[bucket(nanos)]++;
    }

    /** The index of the bucket for a duration: bucket n has durations from 2^(n-1) to below 2^n. */
    private static int bucket(long nanos) {
        return nanos <= 0 ? 0 : BUCKETS - Long.numberOfLeadingZeros(nanos);
    }

    /**
     * Called about once a second.
     *
     * @return whether the threshold has changed
     */
    boolean changes(long now) {
        boolean flood = floods(now);
        if (now - since < SHORTEST && !flood) {
            return false; // between two flushes in short succession, a handful of events looks like a high rate
        }
        double seconds = (flood ? span(now) : now - since) / 1e9;
        long before = inForce;
        rate = count / seconds;
        rates[rated++ % WINDOW] = rate;
        partial = flood;
        // Events that come right after a change were recorded before it.
        if (!justChanged) {
            adapt(now, seconds, flood ? FLOOD : CALMER);
        }
        justChanged = inForce != before;
        if (justChanged) {
            rated = 0;
        }
        since = now;
        behind = false;
        count = 0;
        firstEnd = Long.MAX_VALUE;
        lastEnd = Long.MIN_VALUE;
        Arrays.fill(durations, 0);
        return justChanged;
    }

    private void adapt(long now, double seconds, int part) {
        if (partial || isTooMuch()) {
            long fitting = fitting((long) (allowed * seconds / part));
            helpless = fitting <= inForce;
            if (!helpless) {
                if (now - calmSince < 2 * CALM && inForce > configured) {
                    calm = Math.min(LONGEST_CALM, 2 * calm); // the last lowering was too early
                }
                inForce = fitting;
            }
            calmSince = now;
        } else if (behind || rate > allowed / 4.0) { // nobody knows yet what the current threshold has brought
            helpless = false;
            calmSince = now;
        } else if (inForce > configured && now - calmSince >= calm) {
            inForce = inForce / 2 <= Math.max(configured, SMALLEST) ? configured : inForce / 2;
            calmSince = now - calm / 2;
            if (inForce == configured) {
                calm = CALM;
            }
        } else {
            helpless = false;
        }
    }

    private boolean isTooMuch() {
        if (rate > STORM * (double) allowed) {
            return true;
        }
        double sum = 0;
        for (double one : rates) {
            sum += one;
        }
        return rate > allowed && rated >= WINDOW && sum / WINDOW > allowed;
    }

    /** The lowest power of two that at most {@code events} events reached with their duration. */
    private long fitting(long events) {
        long reached = 0;
        int bucket = BUCKETS - 1;
        while (bucket > 0 && reached + durations[bucket] <= events) {
            reached += durations[bucket];
            bucket--;
        }
        long shortest = bucket >= 62 ? HIGHEST : 1L << bucket;
        return Math.min(HIGHEST, Math.max(SMALLEST, shortest));
    }

    /** The threshold in nanoseconds. */
    long nanos() {
        return inForce;
    }

    boolean isRaised() {
        return inForce > configured;
    }

    /**
     * Whether too many events come that are shorter than this threshold. Another recording requests them, so a higher
     * threshold would not help.
     */
    boolean isHelpless() {
        return helpless;
    }

    /** Whether {@link #rate} is a lower bound, because only the start of a batch has been read. */
    boolean isAtLeast() {
        return partial;
    }

    /** The events per second in the last interval. */
    double rate() {
        return rate;
    }
}
