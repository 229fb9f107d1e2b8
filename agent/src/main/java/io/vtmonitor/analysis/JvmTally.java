package io.vtmonitor.analysis;

import io.vtmonitor.analysis.CarrierTimeline.Sweep;
import io.vtmonitor.model.Finding;

/** The figures that belong to one JVM and not to a site: its carriers' time. Guarded by its {@link Aggregation}. */
final class JvmTally {
    /** Pins kept for exact sweeps, 16 bytes each. */
    private static final int KEPT_PINS = 1 << 17;

    private final CarrierTimeline timeline;
    private long pins;
    private long nanos;
    private long compensatedNanos;
    private long truncated;

    JvmTally(int parallelism) {
        this.timeline = new CarrierTimeline(parallelism, KEPT_PINS);
    }

    void add(Finding finding) {
        long duration = finding.pin().durationNanos();
        pins++;
        nanos += duration;
        if (finding.diagnosis().compensated()) {
            compensatedNanos += duration;
        } else {
            timeline.add(finding.pin().startNanos(), finding.pin().endNanos());
        }
        if (finding.pin().blocking().stack().truncated()) {
            truncated++;
        }
    }

    long pins() {
        return pins;
    }

    long nanos() {
        return nanos;
    }

    long compensatedNanos() {
        return compensatedNanos;
    }

    long truncated() {
        return truncated;
    }

    boolean folded() {
        return timeline.folded();
    }

    Sweep total() {
        return timeline.total();
    }

    Sweep window(long from, long to) {
        return timeline.sweep(from, to);
    }
}
