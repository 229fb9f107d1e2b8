package io.vtmonitor.metrics;

import io.vtmonitor.model.Diagnosis;
import org.jspecify.annotations.Nullable;

/** The pins of one site, or of all sites counted as {@code other}, and the labels of the series. Not thread-safe. */
final class SiteCounts {
    private final String site;
    private final String reason;
    private final String operation;
    private final String library;
    private final @Nullable Long firstNanos;
    private long pins;
    private long nanos;
    private @Nullable Latest latest;

    /**
     * The latest pin.
     *
     * @param stack the id of its stack in {@code /report.json}
     * @param seconds its length
     * @param endMillis when it ended, in milliseconds since the epoch
     */
    record Latest(String stack, double seconds, long endMillis) {}

    /** @param firstNanos when the first pin began, in nanoseconds since the epoch; null for {@code other} */
    SiteCounts(String site, String reason, String operation, String library, @Nullable Long firstNanos) {
        this.site = site;
        this.reason = reason;
        this.operation = operation;
        this.library = library;
        this.firstNanos = firstNanos;
    }

    void add(String stack, long startNanos, long durationNanos) {
        pins++;
        nanos += durationNanos;
        latest = new Latest(stack, durationNanos / 1e9, (startNanos + durationNanos) / 1_000_000);
    }

    /** Whether the series has the labels that this diagnosis gives. */
    boolean isLabelled(Diagnosis diagnosis, String itsLibrary) {
        return reason.equals(diagnosis.reason().toString())
                && operation.equals(diagnosis.site().operation().toString())
                && library.equals(itsLibrary);
    }

    /** A copy, which does not change when more pins are added. */
    SiteCounts copy() {
        SiteCounts copy = new SiteCounts(site, reason, operation, library, firstNanos);
        copy.pins = pins;
        copy.nanos = nanos;
        copy.latest = latest;
        return copy;
    }

    String site() {
        return site;
    }

    String reason() {
        return reason;
    }

    String operation() {
        return operation;
    }

    String library() {
        return library;
    }

    @Nullable
    Long firstNanos() {
        return firstNanos;
    }

    long pins() {
        return pins;
    }

    double seconds() {
        return nanos / 1e9;
    }

    @Nullable
    Latest latest() {
        return latest;
    }
}
