package io.vtmonitor.waits;

import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.Waits.Timeline;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The figures of each place where threads waited, over all looks. Bounded; written by one thread, read by any. */
public final class WaitTotals {
    public static final int MOST_PLACES = 500;

    private final Map<Place, Total> totals = new LinkedHashMap<>();
    private final LookTimeline timeline = new LookTimeline();
    private boolean full;
    private long lastNanos;
    private boolean any;

    private record Place(WaitSite site, @Nullable String type) {}

    private static final class Total {
        private final WaitSite first;
        private int threads;
        private int before;
        private int margin;
        private int most;
        private int mostOnOne;

        /** Threads of the largest share, at this look, of a group with a known holder. */
        private int held;

        /** Threads of the largest share, at this look, of a group with known {@link WaitGroup.Turns}. */
        private int turned;

        private long looks;
        private long threadNanos;

        /** The margin of {@link #threadNanos} that sampling causes: thread-nanoseconds. */
        private double sampledNanos;

        /** The variance of {@link #threadNanos} due to changes between looks: squares of thread-nanoseconds. */
        private double variance;

        private long arrivals;
        private @Nullable WaitHolder holder;
        private @Nullable WaitHolder holderNow;
        private WaitGroup.@Nullable Turns turns;
        private WaitGroup.@Nullable Turns turnsNow;
        private final List<HeldTime> heldBy = new ArrayList<>();

        /** Adds threads that wait, at this look, for what a holder has. The next look may find another holder. */
        void add(WaitHolder known, int waiting) {
            StackFrame took = known.tookAt();
            StackFrame in = took == null ? known.site() : took;
            if (in == null && !known.hasEnded()) {
                return; // the holder has released it meanwhile
            }
            String site = in == null ? null : in.method();
            Confidence sure =
                    took == null ? known.confidence() : known.confidence().weaker(known.tookConfidence());
            for (HeldTime each : heldBy) {
                if (Objects.equals(each.site, site) && each.took == (took != null)) {
                    each.add(waiting, sure);
                    return;
                }
            }
            if (heldBy.size() < WaitGroup.Held.MOST) {
                HeldTime time = new HeldTime(site, took != null, sure);
                time.add(waiting, sure);
                heldBy.add(time);
            }
        }

        /**
         * For 95 % of runs the true {@link #threadNanos} is within this margin of the estimate. The variance of a count
         * is half the mean square of its difference from look to look, if counts are independent.
         */
        long marginNanos() {
            return Math.round(sampledNanos + SiteShare.TWO_SIDED_95 * Math.sqrt(variance));
        }

        Total(WaitSite first) {
            this.first = first;
        }

        /** The holder. For threads that wait for subtasks, that is one of the subtasks. */
        @Nullable
        WaitHolder holder() {
            WaitSite subtask = first.subtask();
            return subtask == null ? holder : WaitHolder.subtask(subtask.operation(), subtask.frames());
        }
    }

    /** For how long threads waited for what a holder at one place had. */
    private static final class HeldTime {
        private final @Nullable String site;
        private final boolean took;
        private Confidence confidence;
        private int now;
        private int most;
        private long threadNanos;

        HeldTime(@Nullable String site, boolean took, Confidence confidence) {
            this.site = site;
            this.took = took;
            this.confidence = confidence;
        }

        void add(int waiting, Confidence sure) {
            now += waiting;
            confidence = confidence.weaker(sure);
        }

        void look(long passed) {
            threadNanos = WaitGroup.sum(threadNanos, WaitGroup.threadNanos(now, passed));
            most = Math.max(most, now);
            now = 0;
        }

        WaitGroup.Held figures() {
            return new WaitGroup.Held(site, took, confidence, Math.max(most, now), threadNanos);
        }
    }

    /**
     * Adds the groups of a look.
     *
     * @param nanos the time of the look, as {@link System#nanoTime}
     * @param at the same time as wall-clock time
     */
    public synchronized void look(long nanos, Instant at, List<TrackedGroup> groups) {
        long passed = any ? nanos - lastNanos : 0;
        boolean first = !any; // threads that were there before the first look did not arrive
        any = true;
        lastNanos = nanos;
        for (Total total : totals.values()) {
            total.threadNanos = WaitGroup.sum(total.threadNanos, WaitGroup.threadNanos(total.threads, passed));
            total.sampledNanos += (double) total.margin * passed;
            total.before = total.threads;
            total.threads = 0;
            total.margin = 0;
            total.held = 0;
            total.holderNow = null;
            total.turned = 0;
            total.turnsNow = null;
            total.heldBy.forEach(held -> held.look(passed));
        }
        timeline.begin(at);
        for (TrackedGroup group : groups) {
            if (group.phase() != Phase.MOUNTED) {
                int arrived = first ? 0 : group.arrived();
                List<SiteShare> shares = group.shares();
                for (SiteShare share : shares) {
                    add(group, share, arrived);
                    addToTimeline(share.site(), share.threads());
                }
                if (shares.isEmpty()) {
                    addToTimeline(group.site(), group.threads());
                }
            }
        }
        for (Total total : totals.values()) {
            total.most = Math.max(total.most, total.threads);
            double step = (double) (total.threads - total.before) * passed;
            total.variance += step * step / 2;
            total.holder = total.threads > 0 ? total.holderNow : total.holder;
            total.turns = total.threads > 0 ? total.turnsNow : total.turns;
            total.looks += total.threads > 0 ? 1 : 0;
        }
    }

    private void addToTimeline(WaitSite site, int threads) {
        Pools.Pool pool = site.pool();
        timeline.add(site.operation(), pool == null ? null : pool.name(), threads);
    }

    private void add(TrackedGroup group, SiteShare share, int arrived) {
        Place place = new Place(share.site().place(), group.type());
        Total total = totals.get(place);
        if (total == null) {
            if (totals.size() >= MOST_PLACES) {
                full = true;
                return;
            }
            total = new Total(share.site());
            totals.put(place, total);
        }
        total.threads += share.threads();
        total.margin += share.margin();
        total.arrivals += Math.round((double) arrived * share.threads() / Math.max(1, group.threads()));
        total.mostOnOne = Math.max(total.mostOnOne, Math.min(group.mostOnOne(), share.threads()));
        WaitHolder holder = group.holder();
        if (holder != null && share.threads() >= total.held) {
            total.held = share.threads();
            total.holderNow = holder;
        }
        if (holder != null && holder.thread() != null && group.isOne()) {
            total.add(holder, share.threads());
        }
        WaitGroup.Turns turns = group.turns();
        if (turns != null && share.threads() >= total.turned) {
            total.turned = share.threads();
            total.turnsNow = turns;
        }
    }

    /** Whether places were left out because there were too many. */
    public synchronized boolean isFull() {
        return full;
    }

    /** How many threads waited over time; see {@link LookTimeline#figures}. */
    public synchronized List<Timeline> timeline() {
        return timeline.figures();
    }

    /** Most thread-seconds first. */
    public synchronized List<WaitGroup> groups() {
        List<WaitGroup> groups = new ArrayList<>();
        totals.forEach((place, total) -> groups.add(group(place, total)));
        groups.sort(WaitGroup.MOST_WAITED_FIRST);
        return groups;
    }

    private static WaitGroup group(Place place, Total total) {
        WaitSite site = place.site();
        return new WaitGroup(
                new WaitGroup.Place(
                        site.operation(),
                        site.pool() == null ? null : site.pool().name(),
                        place.type() == null ? null : ThreadText.type(place.type()),
                        site.library(),
                        site.site(),
                        site.caller(),
                        site.entry()),
                new WaitGroup.Count(
                        total.threads,
                        total.margin,
                        total.most,
                        total.mostOnOne,
                        total.looks,
                        total.threadNanos,
                        total.marginNanos(),
                        total.arrivals),
                total.turns,
                total.holder(),
                total.heldBy.stream()
                        .map(HeldTime::figures)
                        .sorted(WaitGroup.Held.MOST_TIME_FIRST)
                        .toList(),
                total.first.frames());
    }
}
