package io.vtmonitor.analysis;

import io.vtmonitor.analysis.CarrierTimeline.Sweep;
import io.vtmonitor.analysis.SiteTally.StackTally;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Finding;
import io.vtmonitor.model.Report;
import io.vtmonitor.model.Report.Jvm;
import io.vtmonitor.model.Site;
import java.util.ArrayList;
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
    private static final int MAX_STACKS_LIVE = 4_096;
    private static final int MAX_STACKS_OF_RECORDINGS = 200_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Site, SiteTally> sites = new HashMap<>();
    private final IdentityHashMap<Diagnosis, Slot> slots = new IdentityHashMap<>();
    private final List<SiteTally> numbered = new ArrayList<>();
    private final DimensionTallies dimensions = new DimensionTallies();
    private final @Nullable DimensionTally threads;
    private final DimensionTally owners = new DimensionTally();
    private final Tally folded = new Tally();
    private final DurationHistogram foldedHistogram = new DurationHistogram();
    private final List<JvmFindings> jvms = new ArrayList<>();
    private final int maxStacks;
    private int stacks;
    private long withoutStack;

    /** Where the pins of a diagnosis are counted; no site and no stack for a folded one. */
    private record Slot(@Nullable SiteTally site, @Nullable StackTally stack, List<Tally> dimensions) {
        int number() {
            return site == null ? -1 : site.number();
        }
    }

    private Aggregation(@Nullable DimensionTally threads, int maxStacks) {
        this.threads = threads;
        this.maxStacks = maxStacks;
    }

    /** For a JVM under watch: JDK 21 often does not tell in time which virtual thread was pinned. */
    public static Aggregation live() {
        return new Aggregation(null, MAX_STACKS_LIVE);
    }

    /** For recordings, which know every thread's name. */
    public static Aggregation ofRecordings() {
        return new Aggregation(new DimensionTally(), MAX_STACKS_OF_RECORDINGS);
    }

    /** Takes the findings of one JVM. */
    public final class JvmFindings implements Consumer<Finding> {
        private final JvmTally tally;
        private final int number;
        private final int parallelism;

        private JvmFindings(int number, int parallelism) {
            this.number = number;
            this.parallelism = parallelism;
            this.tally = new JvmTally(parallelism);
        }

        @Override
        public void accept(Finding finding) {
            lock.lock();
            try {
                Slot slot = slot(finding.diagnosis());
                tally.add(finding, slot.number());
                count(finding, slot, number);
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
            JvmFindings findings = new JvmFindings(jvms.size(), parallelism);
            jvms.add(findings);
            return findings;
        } finally {
            lock.unlock();
        }
    }

    private void count(Finding finding, Slot slot, int jvm) {
        long nanos = finding.pin().durationNanos();
        for (Tally dimension : slot.dimensions()) {
            dimension.add(nanos);
        }
        if (threads != null) {
            threads.of(ThreadPattern.of(finding.pin())).add(nanos);
            String owner = finding.pin().previousOwner();
            if (owner != null) {
                owners.of(owner.isEmpty() ? "(unnamed)" : ThreadPattern.of(owner))
                        .add(nanos);
            }
        }
        if (slot.site() == null) {
            folded.add(nanos);
            foldedHistogram.add(nanos);
            return;
        }
        slot.site().add(nanos);
        if (slot.stack() == null) {
            withoutStack++;
        } else {
            slot.stack().add(jvm, finding.pin().startNanos(), nanos);
        }
    }

    private Slot slot(Diagnosis diagnosis) {
        Slot known = slots.get(diagnosis);
        if (known != null) {
            return known;
        }
        SiteTally site = site(diagnosis);
        StackTally stack = site == null ? null : stack(site, diagnosis);
        Slot fresh = new Slot(site, stack, dimensions.of(diagnosis));
        if (slots.size() >= MAX_SLOTS) {
            slots.clear();
        }
        slots.put(diagnosis, fresh);
        return fresh;
    }

    private @Nullable StackTally stack(SiteTally site, Diagnosis diagnosis) {
        int before = site.stacks().size();
        StackTally stack = site.stack(diagnosis, stacks >= maxStacks);
        stacks += site.stacks().size() - before;
        return stack;
    }

    private @Nullable SiteTally site(Diagnosis diagnosis) {
        SiteTally known = sites.get(diagnosis.site());
        if (known != null || sites.size() >= MAX_SITES) {
            return known;
        }
        SiteTally fresh = new SiteTally(numbered.size(), diagnosis);
        sites.put(diagnosis.site(), fresh);
        numbered.add(fresh);
        return fresh;
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
        Report draft;
        lock.lock();
        try {
            ReportParts parts = new ReportParts(
                    numbered, jvms.stream().map(jvm -> jvm.tally).toList(), watched);
            draft = new Report(
                    Report.SCHEMA_VERSION,
                    source,
                    watched,
                    parts.timelines(),
                    parts.totals(),
                    Forecast.NONE,
                    List.of(),
                    parts.sites(),
                    new Report.Figures(folded.pins(), folded.seconds(), folded.maxSeconds(), foldedHistogram.buckets()),
                    parts.worst(),
                    dimensions.figures(),
                    threads == null ? null : threads.figures(),
                    threads == null ? null : owners.figures(),
                    limits(limits),
                    carrierBusy);
        } finally {
            lock.unlock();
        }
        return Forecast.of(draft);
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
        if (withoutStack > 0) {
            limits.add(withoutStack + " pins of stacks beyond the first " + maxStacks
                    + " are counted in their site, but in none of its stacks");
        }
        if (jvms.stream().anyMatch(jvm -> jvm.tally.folded())) {
            limits.add("starved time is a lower bound: there were too many pins to keep each");
        }
        return limits;
    }
}
