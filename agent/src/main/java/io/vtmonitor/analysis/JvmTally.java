package io.vtmonitor.analysis;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.PinColumns;
import io.vtmonitor.model.Site;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pins of one JVM, or of a part of its recording, added up. Bounded by construction: a site once admitted never
 * leaves, and those that come after the bound count as {@link Site#OTHER}, which only grows.
 *
 * <p>Parts can be added up by several threads, each its own, and then be added to each other: in the same order they give
 * the same figures, and in any order while nothing was folded. Not thread-safe.
 */
final class JvmTally {
    private final int parallelism;
    private final Bounds bounds;
    private final CarrierTimeline timeline;
    private final @Nullable ThreadTallies threads;
    private final Map<Site, SiteTally> sites = new HashMap<>();
    private final List<SiteTally> numbered = new ArrayList<>();
    private final Map<Diagnosis, StackTally> stacks = new LinkedHashMap<>();
    private final IdentityHashMap<Diagnosis, Slot> slots = new IdentityHashMap<>();

    /** The dimensions of pins that no stack counts. */
    private final DimensionTallies withoutStack = new DimensionTallies();

    private final Tally folded = new Tally();
    private final DurationHistogram foldedHistogram = new DurationHistogram();
    private long pins;
    private long nanos;
    private long compensatedNanos;
    private long truncated;
    private int times;
    private int mostBins = Grid.MOST;
    private int coarsest;
    private long firstInstant = Long.MAX_VALUE;
    private long lastInstant = Long.MIN_VALUE;

    /**
     * Where the pins of a diagnosis are counted.
     *
     * @param site null for a folded one
     * @param stack null for one that came too late
     * @param dimensions of those without a stack
     * @param number of the site, negative for a folded one
     * @param compensated whether they are left out of the carriers' time
     * @param truncated whether their stack was cut off
     */
    private record Slot(
            Diagnosis diagnosis,
            @Nullable SiteTally site,
            @Nullable StackTally stack,
            List<Tally> dimensions,
            int number,
            boolean compensated,
            boolean truncated) {
        static Slot of(
                Diagnosis diagnosis, @Nullable SiteTally site, @Nullable StackTally stack, List<Tally> dimensions) {
            return new Slot(
                    diagnosis,
                    site,
                    stack,
                    dimensions,
                    site == null ? -1 : site.number(),
                    diagnosis.compensated(),
                    diagnosis.blocking().stack().truncated());
        }
    }

    /**
     * @param parallelism how many pinned carriers starve the others
     * @param bounds how much is kept
     * @param withThreads whether figures by thread are kept
     */
    JvmTally(int parallelism, Bounds bounds, boolean withThreads) {
        this.parallelism = parallelism;
        this.bounds = bounds;
        this.timeline = new CarrierTimeline(parallelism, bounds.pins());
        this.threads = withThreads ? new ThreadTallies() : null;
    }

    /** Nothing, to be filled beside this one and then added to it. */
    JvmTally part() {
        return new JvmTally(parallelism, bounds, threads != null);
    }

    /** A pin; see {@link io.vtmonitor.model.FindingSink}. */
    void add(
            Diagnosis diagnosis,
            long start,
            long duration,
            long threadId,
            String threadName,
            @Nullable String previousOwner) {
        Slot slot = slot(diagnosis);
        addTotals(slot, start, duration);
        if (!slot.compensated()) {
            timeline.add(start, start + duration, slot.number());
        }
        addSite(slot, start, duration);
        addStack(slot, start, duration);
        if (threads != null) {
            threads.add(threadId, threadName, previousOwner, duration);
        }
    }

    /**
     * Many pins; see {@link io.vtmonitor.model.FindingSink#findings}. A loop for each figure: small ones are compiled long
     * before one that does all, and a short analysis is over before that is.
     */
    void add(PinColumns columns, @Nullable Diagnosis[] diagnoses) {
        @Nullable Slot[] slots = slots(columns, diagnoses);
        addTotals(columns, slots);
        addTimes(columns, slots);
        addSites(columns, slots);
        addStacks(columns, slots);
        if (threads != null) {
            threads.add(columns);
        }
    }

    /** In the order of the pins, since sites and stacks are admitted up to a bound. */
    private @Nullable Slot[] slots(PinColumns columns, @Nullable Diagnosis[] diagnoses) {
        @Nullable Slot[] found = new @Nullable Slot[diagnoses.length];
        for (int i = 0; i < columns.size(); i++) {
            int what = columns.what(i);
            if (found[what] == null) {
                Diagnosis diagnosis = diagnoses[what];
                found[what] = diagnosis == null ? null : slot(diagnosis);
            }
        }
        return found;
    }

    private void addTotals(PinColumns columns, @Nullable Slot[] slots) {
        for (int i = 0; i < columns.size(); i++) {
            Slot slot = slots[columns.what(i)];
            if (slot != null) {
                addTotals(slot, columns.start(i), columns.duration(i));
            }
        }
    }

    private void addTimes(PinColumns columns, @Nullable Slot[] slots) {
        for (int i = 0; i < columns.size(); i++) {
            Slot slot = slots[columns.what(i)];
            if (slot != null && !slot.compensated()) {
                long start = columns.start(i);
                timeline.add(start, start + columns.duration(i), slot.number());
            }
        }
    }

    private void addSites(PinColumns columns, @Nullable Slot[] slots) {
        for (int i = 0; i < columns.size(); i++) {
            Slot slot = slots[columns.what(i)];
            if (slot != null) {
                addSite(slot, columns.start(i), columns.duration(i));
            }
        }
    }

    private void addStacks(PinColumns columns, @Nullable Slot[] slots) {
        for (int i = 0; i < columns.size(); i++) {
            Slot slot = slots[columns.what(i)];
            if (slot != null) {
                addStack(slot, columns.start(i), columns.duration(i));
            }
        }
    }

    private void addTotals(Slot slot, long start, long duration) {
        pins++;
        nanos += duration;
        firstInstant = Math.min(firstInstant, start);
        lastInstant = Math.max(lastInstant, start);
        if (slot.compensated()) {
            compensatedNanos += duration;
        } else {
            lastInstant = Math.max(lastInstant, start + duration - 1);
        }
        if (slot.truncated()) {
            truncated++;
        }
    }

    private void addSite(Slot slot, long start, long duration) {
        if (slot.site() != null) {
            slot.site().add(start, duration);
        } else {
            folded.add(duration);
            foldedHistogram.add(duration);
        }
    }

    private void addStack(Slot slot, long start, long duration) {
        if (slot.stack() != null) {
            took(slot.stack().add(start, duration));
        } else {
            addWithoutStack(slot, duration);
        }
    }

    /** Counts bins of stacks' times; when there are too many, all times become coarser. */
    private void took(int bins) {
        times += bins;
        while (times > bounds.times() && mostBins > Grid.FEWEST) {
            mostBins /= 2;
            coarsest = grid();
            times = 0;
            for (StackTally stack : stacks.values()) {
                stack.times().coarsen(coarsest);
                times += stack.times().size();
            }
        }
    }

    private static void addWithoutStack(Slot slot, long duration) {
        for (Tally dimension : slot.dimensions()) {
            dimension.add(duration);
        }
        if (slot.site() != null) {
            slot.site().longest(slot.diagnosis(), duration);
        }
    }

    /** The pins of a part that came after these. */
    void add(JvmTally part) {
        pins += part.pins;
        firstInstant = Math.min(firstInstant, part.firstInstant);
        lastInstant = Math.max(lastInstant, part.lastInstant);
        int[] numbers = new int[part.numbered.size()];
        for (SiteTally site : part.numbered) {
            SiteTally here = site(site.longest());
            numbers[site.number()] = here == null ? -1 : here.number();
            if (here != null) {
                here.add(site);
            } else {
                folded.add(site.tally());
                foldedHistogram.add(site.histogram());
            }
        }
        for (StackTally stack : part.stacks.values()) {
            Slot slot = slot(stack.diagnosis());
            if (slot.stack() != null) {
                took(slot.stack().add(stack));
            } else {
                slot.dimensions().forEach(dimension -> dimension.add(stack.tally()));
                if (slot.site() != null) {
                    slot.site().longest(stack.diagnosis(), stack.tally().maxNanos());
                }
            }
        }
        withoutStack.add(part.withoutStack);
        folded.add(part.folded);
        foldedHistogram.add(part.foldedHistogram);
        timeline.add(part.timeline, numbers);
        if (threads != null && part.threads != null) {
            threads.add(part.threads);
        }
        nanos += part.nanos;
        compensatedNanos += part.compensatedNanos;
        truncated += part.truncated;
    }

    private Slot slot(Diagnosis diagnosis) {
        Slot known = slots.get(diagnosis);
        if (known != null) {
            return known;
        }
        SiteTally site = site(diagnosis);
        StackTally stack = site == null ? null : stack(diagnosis, site);
        Slot fresh = Slot.of(diagnosis, site, stack, stack == null ? withoutStack.of(diagnosis) : List.of());
        if (slots.size() >= bounds.remembered()) {
            slots.clear();
        }
        slots.put(diagnosis, fresh);
        return fresh;
    }

    private @Nullable SiteTally site(Diagnosis diagnosis) {
        SiteTally known = sites.get(diagnosis.site());
        if (known != null || sites.size() >= bounds.sites()) {
            return known;
        }
        SiteTally fresh = new SiteTally(numbered.size(), diagnosis);
        sites.put(diagnosis.site(), fresh);
        numbered.add(fresh);
        return fresh;
    }

    private @Nullable StackTally stack(Diagnosis diagnosis, SiteTally site) {
        StackTally known = stacks.get(diagnosis);
        if (known != null || stacks.size() >= bounds.stacks()) {
            return known;
        }
        StackTally fresh = new StackTally(diagnosis, site, coarsest);
        stacks.put(diagnosis, fresh);
        return fresh;
    }

    int parallelism() {
        return parallelism;
    }

    /** The sites by their number. */
    List<SiteTally> sites() {
        return numbered;
    }

    Collection<StackTally> stacks() {
        return stacks.values();
    }

    CarrierTimeline timeline() {
        return timeline;
    }

    /** Null where figures by thread are not kept. */
    @Nullable
    ThreadTallies threads() {
        return threads;
    }

    DimensionTallies dimensions() {
        DimensionTallies all = new DimensionTallies();
        for (StackTally stack : stacks.values()) {
            all.of(stack.diagnosis()).forEach(dimension -> dimension.add(stack.tally()));
        }
        all.add(withoutStack);
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

    long compensatedNanos() {
        return compensatedNanos;
    }

    long truncated() {
        return truncated;
    }

    /** The finest grid in which the begins of all pins, and the time of those that count as lost, take few enough bins. */
    int grid() {
        return pins == 0 ? 0 : Grid.fitting(Grid.bin(firstInstant, 0), Grid.bin(lastInstant, 0), 0, mostBins);
    }
}
