package io.vtmonitor.waits.dump;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Row;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.GroupFacts;
import io.vtmonitor.waits.GroupVerdicts;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteShare;
import io.vtmonitor.waits.TrackedGroup;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.WaitSite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Pools that threads wait for, in one dump or in several dumps in a row. A group of a dump may have threads that wait
 * for something else. Only those at the pool count.
 */
final class DumpPools {
    /** The part of the threads of the dump before that have to be still there. */
    private static final double THE_SAME = 0.9;

    private final int all;
    private Map<String, Queue> before = Map.of();

    DumpPools(int all) {
        this.all = all;
    }

    /**
     * Threads that wait for one pool.
     *
     * @param site the place where most of them wait
     * @param shares the places where they wait
     * @param counts how many threads, in the last dumps in a row, the latest last
     * @param stay dumps in a row at which nearly all threads of the dump before still waited, or waited again
     * @param begin the time of the dump from which on they have waited
     */
    private record Queue(WaitSite site, List<SiteShare> shares, List<Integer> counts, int stay, Instant begin) {}

    /**
     * The verdicts at a dump. If there are several dumps, a single one of them is no proof: callers may wait for a
     * moment at any busy pool.
     */
    List<Judgment> judge(List<TrackedGroup> groups, Instant at, Collection<ResourcePool> pools) {
        Map<String, Queue> now = new LinkedHashMap<>();
        groups.forEach(group -> count(group, at, now));
        before = now;
        int row = Math.min(all, TrackedGroup.ROW);
        List<Judgment> found = new ArrayList<>();
        for (Queue queue : now.values()) {
            int fewest = queue.counts.stream().mapToInt(Integer::intValue).min().orElse(0);
            boolean wait = queue.stay >= row - 1; // else threads come and go, as at a busy pool
            if (queue.counts.size() >= row && wait && fewest >= GroupVerdicts.FEW) {
                found.add(exhausted(queue, fewest, pools));
            }
        }
        return found;
    }

    private void count(TrackedGroup group, Instant at, Map<String, Queue> now) {
        Map<String, List<SiteShare>> byPool = new HashMap<>();
        for (SiteShare share : group.shares()) {
            Pools.Pool pool = share.site().pool();
            if (pool != null) {
                byPool.computeIfAbsent(pool.name(), name -> new ArrayList<>()).add(share);
            }
        }
        byPool.forEach((pool, shares) -> {
            WaitSite site = shares.get(0).site();
            // Where dumps show no objects, those with a time limit are another group than those without one.
            String key = group.phase() + " " + group.type() + " " + group.blocker() + " " + pool;
            Queue last = before.get(key);
            List<Integer> counts = new ArrayList<>(last == null ? List.of() : last.counts);
            counts.add(shares.stream().mapToInt(SiteShare::threads).sum());
            Queue stayed = group.partThatStays(1) >= THE_SAME ? last : null;
            now.put(
                    key,
                    new Queue(
                            site,
                            List.copyOf(shares),
                            List.copyOf(counts.subList(Math.max(0, counts.size() - TrackedGroup.ROW), counts.size())),
                            stayed == null ? 0 : stayed.stay + 1,
                            stayed == null ? at : stayed.begin));
        });
    }

    private Judgment exhausted(Queue queue, int fewest, Collection<ResourcePool> pools) {
        WaitSite site = queue.site;
        Pools.Pool pool = Objects.requireNonNull(site.pool()); // of the first share
        int threads = queue.counts.get(queue.counts.size() - 1);
        Waiting waiting = new Waiting(
                threads,
                false,
                GroupFacts.place(site, queue.shares, threads),
                new Row(queue.counts.size(), all, 0, fewest));
        return new Judgment(
                WaitVerdictKind.POOL_EXHAUSTED,
                pool.name() + " " + site.caller(),
                Confidence.LIKELY,
                queue.begin,
                threads,
                site.site(),
                pool.name(),
                new PoolExhausted(
                        pool.name(),
                        pool.lends(),
                        waiting,
                        0,
                        null,
                        pools.stream()
                                .filter(each -> each.description().pool().equals(pool.name()))
                                .toList(),
                        false,
                        pool.sized()),
                List.of());
    }
}
