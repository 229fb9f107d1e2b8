package io.vtmonitor.waits.dump;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Followed;
import io.vtmonitor.waits.Judge;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.Share;
import io.vtmonitor.waits.Verdicts.Found;
import io.vtmonitor.waits.WaitSite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pools that threads wait for in one dump after the other. A group of a dump may have threads that wait for something
 * else: only those at the pool count.
 */
final class DumpPools {
    /** Of those that waited at the dump before. */
    private static final double THE_SAME = 0.9;

    private final int all;
    private Map<String, Waiting> before = Map.of();

    DumpPools(int all) {
        this.all = all;
    }

    /**
     * Threads that wait for one pool.
     *
     * @param site where most of them do
     * @param shares the places they wait in
     * @param counts how many, in the last dumps in a row, the latest last
     * @param stay dumps in a row at which nearly all of those of the dump before still waited, or waited again
     * @param begin of the first of these dumps
     */
    private record Waiting(WaitSite site, List<Share> shares, List<Integer> counts, int stay, Instant begin) {}

    /** Where there are several dumps, one of them alone is a moment in which a busy pool has callers that wait. */
    List<Found> judge(List<Followed> groups, Instant at) {
        Map<String, Waiting> now = new LinkedHashMap<>();
        groups.forEach(group -> count(group, at, now));
        before = now;
        int row = Math.min(all, Followed.ROW);
        List<Found> found = new ArrayList<>();
        for (Waiting waiting : now.values()) {
            int fewest =
                    waiting.counts.stream().mapToInt(Integer::intValue).min().orElse(0);
            boolean wait = waiting.stay >= row - 1; // else callers come and go, as at a busy pool
            if (waiting.counts.size() >= row && wait && fewest >= Judge.FEW) {
                found.add(exhausted(waiting, fewest));
            }
        }
        return found;
    }

    private void count(Followed group, Instant at, Map<String, Waiting> now) {
        Map<String, List<Share>> byPool = new HashMap<>();
        for (Share share : group.shares()) {
            Pools.Pool pool = share.site().pool();
            if (pool != null) {
                byPool.computeIfAbsent(pool.name(), name -> new ArrayList<>()).add(share);
            }
        }
        byPool.forEach((pool, shares) -> {
            WaitSite site = shares.get(0).site();
            String key = group.type() + " " + group.blocker() + " " + pool;
            Waiting last = before.get(key);
            List<Integer> counts = new ArrayList<>(last == null ? List.of() : last.counts);
            counts.add(shares.stream().mapToInt(Share::threads).sum());
            now.put(
                    key,
                    new Waiting(
                            site,
                            List.copyOf(shares),
                            List.copyOf(counts.subList(Math.max(0, counts.size() - Followed.ROW), counts.size())),
                            last != null && group.partThatStays(1) >= THE_SAME ? last.stay + 1 : 0,
                            last == null ? at : last.begin));
        });
    }

    private Found exhausted(Waiting waiting, int fewest) {
        WaitSite site = waiting.site;
        @Nullable String pool = site.pool() == null ? null : site.pool().name();
        int threads = waiting.counts.get(waiting.counts.size() - 1);
        String count = waiting.counts.size() == 1
                ? DumpJudge.inOne(all) + threads + " virtual threads"
                : "In each of the last " + waiting.counts.size() + " dumps " + fewest + " virtual threads or more";
        return new Found(
                WaitVerdictKind.POOL_EXHAUSTED,
                pool + " " + site.caller(),
                Confidence.LIKELY,
                waiting.begin,
                threads,
                site.site(),
                pool,
                count + " wait for the pool of " + pool + Judge.in(waiting.shares, threads) + site.site()
                        + Judge.called(site) + "."
                        + (waiting.counts.size() == 1
                                ? " One dump doesn't show how long they wait."
                                : " Nearly all of those that waited at one dump waited at the next, too. Whether they"
                                        + " got any in between isn't shown."),
                "Find what holds the pool's resources for long or never returns one. Otherwise, limit the "
                        + "callers with a semaphore of the pool's size, or increase the size if the system behind it can "
                        + "take the load.");
    }
}
