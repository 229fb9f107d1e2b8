package io.vtmonitor.analysis;

/** Count and time. Guarded by its {@link Aggregation}. */
final class Tally {
    private long pins;
    private long nanos;
    private long maxNanos;

    void add(long duration) {
        pins++;
        nanos += duration;
        maxNanos = Math.max(maxNanos, duration);
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

    double seconds() {
        return nanos / 1e9;
    }

    double maxSeconds() {
        return maxNanos / 1e9;
    }
}
