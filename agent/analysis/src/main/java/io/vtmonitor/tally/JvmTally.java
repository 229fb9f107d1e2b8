package io.vtmonitor.tally;

import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Site;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.tally.SiteRegistry.Slot;
import io.vtmonitor.timeline.CarrierTimeline;
import io.vtmonitor.timeline.Grid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pins of one JVM added up. Bounded by construction: a site once admitted never leaves, and those that come after
 * the bound count as {@link Site#OTHER}, which only grows. Not thread-safe.
 */
final class JvmTally {
    private final Bounds bounds;
    private final CarrierTimeline timeline;
    private final @Nullable ThreadTallies threads;
    private final SiteRegistry registry;
    private final Tally folded = new Tally();
    private final DurationHistogram foldedHistogram = new DurationHistogram();
    private long pins;
    private long nanos;
    private long truncated;
    private int times;
    private int mostBins = Grid.MOST;
    private int coarsest;
    private long until = Long.MAX_VALUE;
    private long firstInstant = Long.MAX_VALUE;
    private long lastInstant = Long.MIN_VALUE;

    /**
     * @param pool how many carriers there are and can be
     * @param bounds how much is kept
     * @param withThreads whether figures by thread are kept
     */
    JvmTally(CarrierPool pool, Bounds bounds, boolean withThreads) {
        this.bounds = bounds;
        this.timeline = new CarrierTimeline(pool, bounds.pins());
        this.registry = new SiteRegistry(bounds);
        this.threads = withThreads ? new ThreadTallies() : null;
    }

    /** A pin; see {@link io.vtmonitor.model.DiagnosedPinSink}. */
    void add(DiagnosedPin diagnosed) {
        Pin pin = diagnosed.pin();
        long start = pin.startNanos();
        long duration = pin.durationNanos();
        Slot slot = registry.of(diagnosed.diagnosis(), coarsest);
        count(slot, start, duration);
        timeline.add(start, start + duration, slot.number(), slot.compensated());
        histogram(slot).add(duration);
        if (slot.stack() != null) {
            took(slot.stack().addTime(start, duration));
        }
        if (threads != null) {
            threads.add(pin);
        }
    }

    /** See {@link CarrierTimeline#until}. */
    void until(long instant) {
        until = instant;
        timeline.until(instant);
    }

    /** See {@link io.vtmonitor.model.DiagnosedPinSink#revised}. */
    void revised(Diagnosis before, Diagnosis after) {
        registry.revised(before, after);
    }

    /** File I/O for which the JVM may have started a spare carrier: pins lack it. */
    void addFileIo(long start, long duration) {
        timeline.addFileIo(start, start + duration);
    }

    private DurationHistogram histogram(Slot slot) {
        return slot.site() == null ? foldedHistogram : slot.site().histogram();
    }

    private void count(Slot slot, long start, long duration) {
        pins++;
        nanos += duration;
        firstInstant = Math.min(firstInstant, start);
        lastInstant = Math.max(lastInstant, start);
        if (!slot.compensated()) {
            lastInstant = Math.max(lastInstant, Math.min(start + duration, until) - 1);
        }
        if (slot.truncated()) {
            truncated++;
        }
        SiteTally site = slot.site();
        if (site != null) {
            site.add(1, duration, duration, start, start);
        } else {
            folded.add(duration);
        }
        if (slot.stack() != null) {
            slot.stack().tally().add(duration);
            return;
        }
        for (Tally dimension : slot.dimensions()) {
            dimension.add(duration);
        }
        if (site != null) {
            site.describe(slot.diagnosis(), duration);
        }
    }

    /** Counts bins of stacks' times; when there are too many, all times become coarser. */
    private void took(int bins) {
        times += bins;
        while (times > bounds.times() && mostBins > Grid.FEWEST) {
            mostBins /= 2;
            coarsest = grid();
            times = 0;
            for (StackTally stack : registry.stacks()) {
                stack.times().coarsen(coarsest);
                times += stack.times().size();
            }
        }
    }

    /** What the sites had of a window, nanoseconds since the epoch; most first. */
    List<LastMinute.Part> sites(long from, long to) {
        Map<String, Long> byId = new HashMap<>();
        timeline.sites(from, to).forEach((number, nanos) -> byId.merge(id(number), nanos, Long::sum));
        List<LastMinute.Part> parts = new ArrayList<>();
        byId.forEach((site, nanos) -> parts.add(new LastMinute.Part(site, nanos)));
        parts.sort(Comparator.comparingLong(LastMinute.Part::pinnedNanos)
                .reversed()
                .thenComparing(LastMinute.Part::site));
        return parts.subList(0, Math.min(parts.size(), LastMinute.MOST_SITES));
    }

    /** The id of the site with that number, which is negative for those that were too many. */
    String id(int number) {
        return number < 0 ? Site.OTHER : sites().get(number).id();
    }

    /** The sites by their number; several of them may be parts of the same. */
    List<SiteTally> sites() {
        return registry.sites();
    }

    Collection<StackTally> stacks() {
        return registry.stacks();
    }

    CarrierTimeline timeline() {
        return timeline;
    }

    /** Null if figures by thread are not kept. */
    @Nullable
    ThreadTallies threads() {
        return threads;
    }

    DimensionTallies dimensions() {
        DimensionTallies all = new DimensionTallies();
        for (StackTally stack : registry.stacks()) {
            all.of(stack.diagnosis()).forEach(dimension -> dimension.add(stack.tally()));
        }
        all.add(registry.withoutStack());
        return all;
    }

    Tally folded() {
        return folded;
    }

    DurationHistogram foldedHistogram() {
        return foldedHistogram;
    }

    long pins() {
        return pins;
    }

    long nanos() {
        return nanos;
    }

    long truncated() {
        return truncated;
    }

    /**
     * The finest grid in which the begins of all pins, and the time of those that count as lost, take few enough bins.
     */
    int grid() {
        if (pins == 0) {
            return 0;
        }
        long last = Math.max(lastInstant, timeline.total().lastHeld() - 1);
        return Grid.fitting(Grid.bin(firstInstant, 0), Grid.bin(last, 0), 0, mostBins);
    }
}
