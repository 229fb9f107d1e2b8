package io.vtmonitor.analysis;

import io.vtmonitor.analysis.CarrierTimeline.Sweep;
import io.vtmonitor.analysis.Windows.Window;
import io.vtmonitor.model.Finding;
import java.util.List;

/** The figures that belong to one JVM and not to a site: its carriers' time. Guarded by its {@link Aggregation}. */
final class JvmTally {
    /** Pins kept for exact sweeps, 20 bytes each. */
    private static final int KEPT_PINS = 1 << 17;

    private final int parallelism;
    private final CarrierTimeline timeline;
    private final SiteTimes times = new SiteTimes();
    private long pins;
    private long nanos;
    private long compensatedNanos;
    private long truncated;

    JvmTally(int parallelism) {
        this.parallelism = parallelism;
        this.timeline = new CarrierTimeline(parallelism, KEPT_PINS);
    }

    /**
     * A pin.
     *
     * @param site number of its site, negative for a folded one
     */
    void add(Finding finding, int site) {
        times.add(site, finding.pin().startNanos());
        long duration = finding.pin().durationNanos();
        pins++;
        nanos += duration;
        if (finding.diagnosis().compensated()) {
            compensatedNanos += duration;
        } else {
            timeline.add(finding.pin().startNanos(), finding.pin().endNanos(), site);
        }
        if (finding.pin().blocking().stack().truncated()) {
            truncated++;
        }
    }

    int parallelism() {
        return parallelism;
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

    SiteTimes times() {
        return times;
    }

    List<Window> worst() {
        return timeline.worst();
    }

    Sweep total() {
        return timeline.total();
    }

    Sweep window(long from, long to) {
        return timeline.sweep(from, to);
    }
}
