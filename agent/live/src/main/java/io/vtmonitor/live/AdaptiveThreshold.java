package io.vtmonitor.live;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The threshold of one kind of event, raised while more of them come than are allowed and lowered again afterwards. A
 * raise is chosen by the durations of the events that came, so that one is enough. A lowering is a try: it waits until
 * it has been calm for a while, and longer each time it had to be taken back.
 *
 * <p>Fed and asked by one thread; {@link #nanos} may be read by any.
 */
final class AdaptiveThreshold {
    /** Above any real pin; a raise never goes further. */
    private static final long HIGHEST = TimeUnit.SECONDS.toNanos(10);

    /** The first step above nothing. */
    private static final long SMALLEST = TimeUnit.MICROSECONDS.toNanos(62);

    /** A rate over less says nothing: events are delivered in bursts. */
    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * Events come in bursts, those of a load that catches up among them: what counts is the mean of so many intervals.
     */
    private static final int WINDOW = 3;

    /** Of what is allowed: more than that is not waited for. */
    private static final int STORM = 2;

    /**
     * JFR flushes once a second; a batch that takes twice as long to come is late, and the clock says nothing of its
     * rate.
     */
    private static final long FLUSH = TimeUnit.SECONDS.toNanos(1);

    /** After a raise there are to be this part of what is allowed. */
    private static final int CALMER = 2;

    /** The same where only the begin of a batch has come, so that more events were recorded than counted. */
    private static final int FLOOD = 16;

    /** Events between two looks whether they are too many already, a power of two. */
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

    /**
     * @param configured the threshold to keep while nothing speaks against it, in nanoseconds
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
     * An event came, be it used or not.
     *
     * @param end when it ended, nanoseconds since the epoch
     * @param nanos its length
     * @return true where it is time to ask {@link #floods}
     */
    boolean event(long end, long nanos) {
        if (end < ignoredUntil) {
            return false;
        }
        firstEnd = Math.min(firstEnd, end);
        lastEnd = Math.max(lastEnd, end);
        event(nanos);
        return (count & (LOOK - 1)) == 0;
    }

    /** Events that ended before are not to be counted: they were recorded with another threshold. Since the epoch. */
    void ignoreUntil(long end) {
        ignoredUntil = end;
    }

    /**
     * Whether far more came already than are allowed, by their own times: in a flood a batch takes long to come, so
     * {@link #changes} is to be asked before it is over. Of a batch that is late more than is allowed is enough.
     */
    boolean floods(long now) {
        return firstEnd <= lastEnd && count > (isLate(now) ? 1 : STORM) * allowed * (span(now) / 1e9);
    }

    private boolean isLate(long now) {
        return now - since > 2 * FLUSH;
    }

    /**
     * From the first event to the last. A short burst alone is no flood, unless it is enough to keep us busy for long.
     */
    private long span(long now) {
        return Math.max(isLate(now) ? FLUSH / 4 : FLUSH, lastEnd - firstEnd);
    }

    /** An event came of which the time is not known. */
    void event(long nanos) {
        count++;
        durations[bucket(nanos)]++;
    }

    /** Bucket n holds durations of 2^(n-1) and more, below 2^n. */
    private static int bucket(long nanos) {
        return nanos <= 0 ? 0 : BUCKETS - Long.numberOfLeadingZeros(nanos);
    }

    /**
     * To be asked about once a second.
     *
     * @return whether the threshold is another one now
     */
    boolean changes(long now) {
        boolean flood = floods(now);
        if (now - since < SHORTEST && !flood) {
            return false; // two flushes close together make a storm of a handful
        }
        double seconds = (flood ? span(now) : now - since) / 1e9;
        long before = inForce;
        rate = count / seconds;
        rates[rated++ % WINDOW] = rate;
        partial = flood;
        // What comes right after a change was recorded before it.
        if (!justChanged) {
            adapt(now, seconds, flood ? FLOOD : CALMER);
        }
        justChanged = inForce != before;
        if (justChanged) {
            rated = 0;
        }
        since = now;
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
        } else if (rate > allowed / 4.0) {
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

    /** The shortest power of two that no more events than these reached. */
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

    /** The threshold in force, in nanoseconds. */
    long nanos() {
        return inForce;
    }

    boolean isRaised() {
        return inForce > configured;
    }

    /** More events come than are allowed, and are shorter than was asked for: another recording asks for them. */
    boolean isHelpless() {
        return helpless;
    }

    /** Whether {@link #rate} is of the begin of a batch: there were no fewer, and may have been many more. */
    boolean isAtLeast() {
        return partial;
    }

    /** Events a second, in the last interval. */
    double rate() {
        return rate;
    }
}
