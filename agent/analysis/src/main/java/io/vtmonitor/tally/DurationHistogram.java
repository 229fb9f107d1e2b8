package io.vtmonitor.tally;

import io.vtmonitor.report.figures.Bucket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts durations in buckets of 1/16 of a power of two microseconds, so that any quantile is within 7 % and histograms
 * of several JVMs add up exactly.
 */
final class DurationHistogram {
    private static final int SUB_BITS = 4;
    private static final int SUB = 1 << SUB_BITS;

    private long[] counts = new long[SUB];

    void add(long nanos) {
        add(index(nanos / 1_000), 1);
    }

    void add(Bucket bucket) {
        add(index(bucket.upToMicros()), bucket.pins());
    }

    void add(DurationHistogram other) {
        for (int i = 0; i < other.counts.length; i++) {
            if (other.counts[i] > 0) {
                add(i, other.counts[i]);
            }
        }
    }

    private void add(int index, long count) {
        if (index >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(index + 1, counts.length * 2));
        }
        counts[index] += count;
    }

    List<Bucket> buckets() {
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                buckets.add(new Bucket(upperBound(i), counts[i]));
            }
        }
        return buckets;
    }

    /**
     * The duration that this part of all durations does not exceed, in nanoseconds.
     *
     * @param part 0 to 1
     * @param maxNanos the longest duration, which no quantile exceeds
     */
    long quantile(double part, long maxNanos) {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        long rank = (long) Math.ceil(part * total);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank && seen > 0) {
                long upper = upperBound(i);
                return upper > maxNanos / 1_000 ? maxNanos : upper * 1_000;
            }
        }
        return 0;
    }

    private static int index(long micros) {
        if (micros < SUB) {
            return (int) micros;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(micros);
        int sub = (int) (micros >>> (exponent - SUB_BITS)) & (SUB - 1);
        return (exponent - SUB_BITS + 1) * SUB + sub;
    }

    private static long upperBound(int index) {
        if (index < SUB) {
            return index;
        }
        int shift = index / SUB - 1;
        return ((long) (SUB + index % SUB + 1) << shift) - 1;
    }
}
