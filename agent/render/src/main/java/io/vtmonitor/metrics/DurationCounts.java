package io.vtmonitor.metrics;

import java.util.Arrays;

/**
 * Counts durations by upper bounds, and has their sum and the longest of about the last three minutes. It uses only
 * numbers, because pins are counted before the first scrape, and the classes of the metrics library are loaded for
 * that. Not thread-safe.
 */
final class DurationCounts {
    /** For so many intervals, including the current one, the longest duration is kept. */
    private static final int INTERVALS = 3;

    private static final long INTERVAL_NANOS = 60_000_000_000L;

    private final long[] bounds;
    private final long[] counts;
    private final long[] longest = new long[INTERVALS];
    private long intervalBegin;
    private int interval;
    private long sum;

    /**
     * @param bounds nanoseconds in ascending order; a duration that equals a bound is counted below it
     * @param now {@link System#nanoTime}, as for all methods
     */
    DurationCounts(long[] bounds, long now) {
        this(bounds, new long[bounds.length + 1], now);
    }

    private DurationCounts(long[] bounds, long[] counts, long intervalBegin) {
        this.bounds = bounds;
        this.counts = counts;
        this.intervalBegin = intervalBegin;
    }

    void add(long nanos, long now) {
        proceed(now);
        int bucket = 0;
        while (bucket < bounds.length && nanos > bounds[bucket]) {
            bucket++;
        }
        counts[bucket]++;
        sum += nanos;
        for (int i = 0; i < INTERVALS; i++) {
            longest[i] = Math.max(longest[i], nanos);
        }
    }

    /**
     * Starts new intervals. Each element of the ring has the longest duration since its interval began. The oldest
     * element is the one that is shown.
     */
    private void proceed(long now) {
        for (int i = 0; i < INTERVALS && now - intervalBegin >= INTERVAL_NANOS; i++) {
            longest[interval] = 0;
            interval = (interval + 1) % INTERVALS;
            intervalBegin += INTERVAL_NANOS;
        }
        if (now - intervalBegin >= INTERVAL_NANOS) {
            intervalBegin = now; // no call for longer than all intervals
        }
    }

    /** A copy, which does not change when more durations are added. */
    DurationCounts copy(long now) {
        proceed(now);
        DurationCounts copy = new DurationCounts(bounds, counts.clone(), intervalBegin);
        System.arraycopy(longest, 0, copy.longest, 0, INTERVALS);
        copy.interval = interval;
        copy.sum = sum;
        return copy;
    }

    /** The upper bounds in seconds. The last is infinite. */
    double[] upperSeconds() {
        double[] upper = new double[counts.length];
        Arrays.setAll(upper, i -> i < bounds.length ? bounds[i] / 1e9 : Double.POSITIVE_INFINITY);
        return upper;
    }

    /** The number of durations in each bucket: not longer than its bound, and longer than the bound before. */
    long[] counts() {
        return counts.clone();
    }

    long count() {
        long all = 0;
        for (long count : counts) {
            all += count;
        }
        return all;
    }

    double sumSeconds() {
        return sum / 1e9;
    }

    /** The longest duration of about the last three minutes; 0 if there was none. */
    double longestSeconds() {
        return longest[interval] / 1e9;
    }
}
