package io.vtmonitor.source;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The threshold of one kind of event, raised while more of them come than are allowed and lowered again afterwards. A raise
 * is chosen by the lengths of the events that came, so that one is enough. A lowering is a try: it waits until it has been
 * calm for a while, and longer each time it had to be taken back.
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

    /** Events come in bursts, those of a load that catches up among them: what counts is the mean of so many intervals. */
    private static final int WINDOW = 3;

    /** Of what is allowed: more than that is not waited for. */
    private static final int STORM = 2;

    private static final long CALM = TimeUnit.SECONDS.toNanos(30);
    private static final long LONGEST_CALM = TimeUnit.MINUTES.toNanos(15);
    private static final int LENGTHS = 64;

    private final long configured;
    private final long allowed;
    private final long[] lengths = new long[LENGTHS];
    private final double[] rates = new double[WINDOW];
    private int rated;
    private volatile long inForce;
    private volatile boolean helpless;
    private long count;
    private long since;
    private long calmSince;
    private long calm = CALM;
    private boolean justChanged;
    private double rate;

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

    /** An event came, be it used or not. */
    void event(long nanos) {
        count++;
        lengths[bucket(nanos)]++;
    }

    /** Bucket n holds lengths of 2^(n-1) and more, below 2^n. */
    private static int bucket(long nanos) {
        return nanos <= 0 ? 0 : LENGTHS - Long.numberOfLeadingZeros(nanos);
    }

    /**
     * To be asked about once a second.
     *
     * @return whether the threshold is another one now
     */
    boolean changes(long now) {
        if (now - since < SHORTEST) {
            return false; // two flushes close together make a storm of a handful
        }
        double seconds = (now - since) / 1e9;
        long before = inForce;
        rate = count / seconds;
        rates[rated++ % WINDOW] = rate;
        // What comes right after a change was recorded before it.
        if (!justChanged) {
            adapt(now, seconds);
        }
        justChanged = inForce != before;
        if (justChanged) {
            rated = 0;
        }
        since = now;
        count = 0;
        Arrays.fill(lengths, 0);
        return justChanged;
    }

    private void adapt(long now, double seconds) {
        if (isTooMuch()) {
            long fitting = fitting((long) (allowed * seconds / 2));
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
        int bucket = LENGTHS - 1;
        while (bucket > 0 && reached + lengths[bucket] <= events) {
            reached += lengths[bucket];
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

    /** Events a second, in the last interval. */
    double rate() {
        return rate;
    }
}
