package io.vtmonitor.tally;

import io.vtmonitor.plan.Forecast;
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

    /** What a report says of pins; its seconds are whole nanoseconds. */
    void add(long count, double seconds, double maxSeconds) {
        pins += count;
        nanos += Forecast.nanos(seconds);
        maxNanos = Math.max(maxNanos, Forecast.nanos(maxSeconds));
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

    double seconds() {
        return nanos / 1e9;
    }

    double maxSeconds() {
        return maxNanos / 1e9;
    }

    Dimension.Part part(String key) {
        return new Dimension.Part(key, pins, seconds(), maxSeconds());
    }

    Dimension.Figures figures() {
        return new Dimension.Figures(pins, seconds(), maxSeconds());
    }

    Figures figures(DurationHistogram histogram) {
        return new Figures(pins, seconds(), maxSeconds(), histogram.buckets());
    }
}
