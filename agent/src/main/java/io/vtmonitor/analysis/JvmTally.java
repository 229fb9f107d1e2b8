package io.vtmonitor.analysis;

import io.vtmonitor.analysis.CarrierTimeline.Sweep;
import io.vtmonitor.analysis.Windows.Window;
import io.vtmonitor.model.Finding;
import io.vtmonitor.model.Report.Timeline;
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
    private long firstInstant = Long.MAX_VALUE;
    private long lastInstant = Long.MIN_VALUE;

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
        long start = finding.pin().startNanos();
        long duration = finding.pin().durationNanos();
        pins++;
        nanos += duration;
        firstInstant = Math.min(firstInstant, start);
        lastInstant = Math.max(lastInstant, start);
        if (finding.diagnosis().compensated()) {
            compensatedNanos += duration;
        } else {
            lastInstant = Math.max(lastInstant, finding.pin().endNanos() - 1);
            timeline.add(start, finding.pin().endNanos(), site);
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

    /** The finest grid in which the begins of all pins and the time of those that count as lost fit. */
    int grid() {
        return pins == 0 ? 0 : Grid.fitting(Grid.bin(firstInstant, 0), Grid.bin(lastInstant, 0), 0, Grid.MOST);
    }

    Timeline timeline() {
        return timeline.bins().timeline(grid());
    }

    Sweep total() {
        return timeline.total();
    }

    Sweep window(long from, long to) {
        return timeline.sweep(from, to);
    }
}
