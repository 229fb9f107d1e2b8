package io.vtmonitor.analysis;

import io.vtmonitor.analysis.CarrierTimeline.Sweep;
import io.vtmonitor.analysis.SiteTally.Tally;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Finding;
import io.vtmonitor.model.Report;
import io.vtmonitor.model.Report.Jvm;
import io.vtmonitor.model.Report.SiteFigures;
import io.vtmonitor.model.Report.Totals;
import io.vtmonitor.model.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds findings up by site. Bounded by construction: a site once admitted never leaves, and those that come after the
 * bound count as {@link Site#OTHER}, which only grows.
 *
 * <p>Thread-safe: each JVM's findings come from one thread, reports are asked for by others.
 */
public final class Aggregation {
    private static final int MAX_SITES = 1_000;
    private static final int MAX_SLOTS = 32_768;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Site, SiteTally> sites = new HashMap<>();
    private final IdentityHashMap<Diagnosis, Slot> slots = new IdentityHashMap<>();
    private final Tally folded = new Tally();
    private final DurationHistogram foldedHistogram = new DurationHistogram();
    private final List<JvmFindings> jvms = new ArrayList<>();

    /** Where the pins of a diagnosis are counted; both null for a folded site. */
    private record Slot(@Nullable SiteTally site, @Nullable Tally stack) {}

    /** Takes the findings of one JVM. */
    public final class JvmFindings implements Consumer<Finding> {
        private final JvmTally tally;
        private final int parallelism;

        private JvmFindings(int parallelism) {
            this.parallelism = parallelism;
            this.tally = new JvmTally(parallelism);
        }

        @Override
        public void accept(Finding finding) {
            lock.lock();
            try {
                tally.add(finding);
                count(finding);
            } finally {
                lock.unlock();
            }
        }

        /**
         * The carriers in a window of time, as far as pins have ended.
         *
         * @param fromNanos begin, nanoseconds since the epoch
         * @param toNanos end, likewise
         */
        public Carriers carriers(long fromNanos, long toNanos) {
            lock.lock();
            try {
                Sweep window = tally.window(fromNanos, toNanos);
                double wall = Math.max(1, toNanos - fromNanos);
                double mean = window.pinnedNanos() / wall;
                return new Carriers(
                        mean, window.max(), mean / parallelism, tally.total().starvedNanos() / 1e9, tally.truncated());
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * How pinned the carriers are.
     *
     * @param mean pinned carriers, mean over the window
     * @param max most of them at one instant of the window
     * @param capacityLost mean over parallelism
     * @param starvedSeconds time in which every carrier was pinned at once, since the begin
     * @param truncatedStacks pins with a stack cut off, since the begin
     */
    public record Carriers(double mean, int max, double capacityLost, double starvedSeconds, long truncatedStacks) {}

    /** A place for the findings of one more JVM. */
    public JvmFindings jvm(int parallelism) {
        lock.lock();
        try {
            JvmFindings findings = new JvmFindings(parallelism);
            jvms.add(findings);
            return findings;
        } finally {
            lock.unlock();
        }
    }

    private void count(Finding finding) {
        long nanos = finding.pin().durationNanos();
        Slot slot = slots.get(finding.diagnosis());
        if (slot == null) {
            slot = slot(finding.diagnosis());
            if (slots.size() >= MAX_SLOTS) {
                slots.clear();
            }
            slots.put(finding.diagnosis(), slot);
        }
        if (slot.site() == null) {
            folded.add(nanos);
            foldedHistogram.add(nanos);
            return;
        }
        slot.site().add(nanos);
        if (slot.stack() != null) {
            slot.stack().add(nanos);
        }
    }

    private Slot slot(Diagnosis diagnosis) {
        SiteTally site = sites.get(diagnosis.site());
        if (site == null) {
            if (sites.size() >= MAX_SITES) {
                return new Slot(null, null);
            }
            site = new SiteTally(diagnosis);
            sites.put(diagnosis.site(), site);
        }
        return new Slot(site, site.stack(diagnosis));
    }

    /** Pins counted under {@link Site#OTHER}. */
    public long foldedPins() {
        lock.lock();
        try {
            return folded.pins();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The figures as they stand.
     *
     * @param source where the pins came from
     * @param watched one for each {@link #jvm}, in the same order
     * @param limits what the figures cannot show; what this aggregation folded is added
     * @param carrierBusy file I/O, added up by {@link BusyTally}
     */
    public Report report(
            Report.Source source, List<Jvm> watched, List<String> limits, List<Report.BusyFigures> carrierBusy) {
        lock.lock();
        try {
            Initializers initializers = new Initializers(sites.values());
            List<SiteFigures> ranked = sites.values().stream()
                    .map(site -> site.siteFigures(initializers))
                    .sorted(Comparator.comparingDouble((SiteFigures site) -> -site.pinnedSeconds())
                            .thenComparing(SiteFigures::id))
                    .toList();
            Report.Figures other =
                    new Report.Figures(folded.pins(), folded.seconds(), folded.maxSeconds(), foldedHistogram.buckets());
            return new Report(
                    Report.SCHEMA_VERSION,
                    source,
                    watched,
                    totals(watched),
                    ranked,
                    other,
                    limits(limits),
                    carrierBusy);
        } finally {
            lock.unlock();
        }
    }

    private List<String> limits(List<String> known) {
        List<String> limits = new ArrayList<>(known);
        long truncated = jvms.stream().mapToLong(jvm -> jvm.tally.truncated()).sum();
        if (truncated > 0) {
            limits.add(truncated + " pins have a stack that was cut off at the JVM's depth: a holder may be below");
        }
        if (folded.pins() > 0) {
            limits.add(folded.pins() + " pins of sites beyond the first " + MAX_SITES + " are counted as other");
        }
        if (jvms.stream().anyMatch(jvm -> jvm.tally.folded())) {
            limits.add("starved time is a lower bound: there were too many pins to keep each");
        }
        return limits;
    }

    private Totals totals(List<Jvm> watched) {
        long pins = 0;
        long nanos = 0;
        long compensated = 0;
        long starved = 0;
        long truncated = 0;
        int max = 0;
        for (JvmFindings jvm : jvms) {
            Sweep sweep = jvm.tally.total();
            pins += jvm.tally.pins();
            nanos += jvm.tally.nanos();
            compensated += jvm.tally.compensatedNanos();
            truncated += jvm.tally.truncated();
            starved += sweep.starvedNanos();
            max = Math.max(max, sweep.max());
        }
        double capacity = watched.stream()
                .mapToDouble(jvm -> jvm.parallelism() * jvm.wallSeconds())
                .sum();
        double lost = capacity > 0 ? (nanos - compensated) / 1e9 / capacity : 0;
        return new Totals(pins, nanos / 1e9, compensated / 1e9, lost, starved / 1e9, max, truncated);
    }
}
