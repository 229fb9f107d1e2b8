package io.vtmonitor.tally;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.MountFigures;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ThreadMemory;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitGroup.Count;
import io.vtmonitor.report.WaitGroup.Held;
import io.vtmonitor.report.WaitGroup.Place;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the virtual threads of several JVMs waited for, in whatever order they come. Sums of threads, of time and of
 * looks; the most are those of one JVM.
 */
public final class MergedWaits {
    private final Map<Place, Total> places = new HashMap<>();
    private final TreeSet<WaitVerdict> verdicts =
            new TreeSet<>(WaitVerdict.WORST_FIRST.thenComparing(WaitVerdict::toString));
    private final TreeSet<Limit> limits = new TreeSet<>();
    private final List<ResourcePool> resources = new ArrayList<>();
    private final List<Waits.Timeline> timelines = new ArrayList<>();
    private List<Limit> onlyLimits = List.of();
    private int reports;
    private long looks;
    private long nanos;
    private long costNanos;
    private int threads;
    private int most;
    private @Nullable ThreadMemory memory;
    private @Nullable MountFigures mounts;

    private static final class Total {
        private WaitGroup largest;
        private Count count;
        private final List<Held> heldBy;

        Total(WaitGroup first) {
            largest = first;
            count = first.count();
            heldBy = new ArrayList<>(first.heldBy());
        }

        void add(WaitGroup group) {
            count = count.plus(group.count());
            group.heldBy().forEach(this::add);
            largest = LARGEST.compare(group, largest) > 0 ? group : largest;
        }

        private void add(Held held) {
            for (int i = 0; i < heldBy.size(); i++) {
                if (heldBy.get(i).isSame(held)) {
                    heldBy.set(i, heldBy.get(i).plus(held));
                    return;
                }
            }
            heldBy.add(held);
        }

        WaitGroup group() {
            heldBy.sort(Held.MOST_TIME_FIRST);
            return new WaitGroup(largest.place(), count, largest.turns(), largest.holder(), heldBy, largest.frames());
        }
    }

    /** Which holder and stack are shown does not depend on the order. */
    private static final Comparator<WaitGroup> LARGEST = Comparator.comparingInt(
                    (WaitGroup group) -> group.count().most())
            .thenComparing(group -> text(group.holder()))
            .thenComparing(group -> String.valueOf(group.turns()))
            .thenComparing(group -> group.frames().toString());

    private static String text(@Nullable WaitHolder holder) {
        return holder == null ? "" : holder.toString();
    }

    /** Those of several JVMs as one; none if nobody looked. */
    public static Waits of(List<Waits> jvms) {
        MergedWaits merged = new MergedWaits();
        jvms.forEach(merged::add);
        return merged.waits();
    }

    void add(Waits waits) {
        if (waits.none()) {
            return;
        }
        reports++;
        looks += waits.looks();
        nanos += waits.nanos();
        costNanos += waits.costNanos();
        threads += waits.threads();
        most = Math.max(most, waits.most());
        for (WaitGroup group : waits.groups()) {
            Total total = places.get(group.place());
            if (total == null) {
                places.put(group.place(), new Total(group));
            } else {
                total.add(group);
            }
        }
        verdicts.addAll(waits.verdicts());
        resources.addAll(waits.resources());
        timelines.addAll(waits.timelines());
        ThreadMemory kept = waits.memory();
        if (kept != null) {
            memory = memory == null ? kept : memory.plus(kept);
        }
        mounts = MountFigures.sum(mounts, waits.mounts());
        if (timelines.size() > 2 * Waits.MOST_TIMELINES) {
            timelines.sort(Waits.Timeline.MOST_WAITS_FIRST);
            timelines.subList(Waits.MOST_TIMELINES, timelines.size()).clear();
        }
        limits.addAll(waits.limits());
        onlyLimits = waits.limits();
    }

    Waits waits() {
        if (reports == 0) {
            return Waits.NONE;
        }
        List<WaitGroup> groups = new ArrayList<>();
        places.values().forEach(total -> groups.add(total.group()));
        groups.sort(WaitGroup.MOST_WAITED_FIRST);
        resources.sort(ResourcePool.MOST_WAITING_FIRST);
        timelines.sort(Waits.Timeline.MOST_WAITS_FIRST);
        return new Waits(
                looks,
                nanos,
                costNanos,
                threads,
                most,
                groups,
                List.copyOf(verdicts),
                reports == 1 ? onlyLimits : List.copyOf(limits),
                resources,
                timelines.subList(0, Math.min(Waits.MOST_TIMELINES, timelines.size())),
                memory,
                mounts);
    }
}
