package io.vtmonitor.tally;

import io.vtmonitor.report.Dimension;
import io.vtmonitor.report.figures.Figures;

/** Count and time. */
final class Tally {
    private long pins;
    private long nanos;
    private long maxNanos;

    void add(long duration) {
        pins++;
        nanos += duration;
        maxNanos = Math.max(maxNanos, duration);
    }

    void add(long count, long sum, long max) {
        pins += count;
        nanos += sum;
        maxNanos = Math.max(maxNanos, max);
    }

    void add(Tally other) {
        pins += other.pins;
        nanos += other.nanos;
        maxNanos = Math.max(maxNanos, other.maxNanos);
    }

    long pins() {
        return pins;
    }

    long nanos() {
        return nanos;
    }

    long maxNanos() {
        return maxNanos;
    }

    Dimension.Part part(String key) {
        return new Dimension.Part(key, pins, nanos, maxNanos);
    }

    Dimension.Figures figures() {
        return new Dimension.Figures(pins, nanos, maxNanos);
    }

    Figures figures(DurationHistogram histogram) {
        return new Figures(pins, nanos, maxNanos, histogram.buckets());
    }
}
