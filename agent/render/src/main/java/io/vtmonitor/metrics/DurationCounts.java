package io.vtmonitor.metrics;

import java.util.Arrays;

/**
 * Durations counted by upper bound, with their sum and the longest of about the last three minutes. Plain numbers: what
 * is counted before anybody asks for metrics must not need the classes that show them. Not thread-safe.
 */
final class DurationCounts {
    /** The longest is kept for so many intervals, the present one included. */
    private static final int INTERVALS = 3;

    private static final long INTERVAL_NANOS = 60_000_000_000L;

    private final long[] bounds;
    private final long[] counts;
    private final long[] longest = new long[INTERVALS];
    private long intervalBegin;
    private int interval;
    private long sum;

    /**
     * @param bounds ascending, in nanoseconds; a duration as long as a bound counts below it
     * @param now {@link System#nanoTime}, as in all calls
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

    /** Each number of the ring is the longest since its interval began; the oldest is shown. */
    private void proceed(long now) {
        for (int i = 0; i < INTERVALS && now - intervalBegin >= INTERVAL_NANOS; i++) {
            longest[interval] = 0;
            interval = (interval + 1) % INTERVALS;
            intervalBegin += INTERVAL_NANOS;
        }
        if (now - intervalBegin >= INTERVAL_NANOS) {
            intervalBegin = now; // nobody looked for a long time
        }
    }

    /** The same numbers, which stay as they are now. */
    DurationCounts copy(long now) {
        proceed(now);
        DurationCounts copy = new DurationCounts(bounds, counts.clone(), intervalBegin);
        System.arraycopy(longest, 0, copy.longest, 0, INTERVALS);
        copy.interval = interval;
        copy.sum = sum;
        return copy;
    }

    /** The upper bounds in seconds; the last is infinite. */
    double[] upperSeconds() {
        double[] upper = new double[counts.length];
        Arrays.setAll(upper, i -> i < bounds.length ? bounds[i] / 1e9 : Double.POSITIVE_INFINITY);
        return upper;
    }

    /** How many were no longer than each bound, and longer than the one before. */
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

    /** Zero where there was none. */
    double longestSeconds() {
        return longest[interval] / 1e9;
    }
}
