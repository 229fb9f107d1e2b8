package io.vtmonitor.waits.dump;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitFacts.Basis;
import io.vtmonitor.report.WaitFacts.LentOut;
import io.vtmonitor.report.WaitFacts.NamedPool;
import io.vtmonitor.report.WaitFacts.OtherPool;
import io.vtmonitor.report.WaitFacts.Owned;
import io.vtmonitor.report.WaitFacts.PoolCycle;
import io.vtmonitor.report.WaitFacts.Wanted;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.PoolPath;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds pools that wait for themselves: all that a pool can lend is lent to threads that wait for another resource.
 * They wait for one of the same pool, or of another pool in this state. Or they wait for another thread that does so,
 * the owner of a lock for example.
 */
final class DumpPoolCycles {
    /** Pools; other deadlocks are judged without them. */
    static final Predicate<Thing> POOLS = thing -> thing.kind() == Kind.POOLED_OBJECT;

    private DumpPoolCycles() {}

    /** The verdict on all pools that wait for themselves; null if there are none. */
    static @Nullable Judgment judge(WaitGraph graph, Map<Thing, ResourcePool> pools, Instant at) {
        if (pools.isEmpty()) {
            return null;
        }
        // Timed waits for a pool count, too: the cycle lasts until one of these threads gives up.
        Set<ThreadView> stuck = PoolPath.stuck(graph, wait -> !wait.timed() || POOLS.test(wait.thing()));
        List<LentOut> lentOut = new ArrayList<>();
        Owned by = null;
        int waiting = 0;
        for (Thing thing : graph.wanted()) {
            ResourcePool pool = pools.get(thing);
            List<Has> holders = graph.holders(thing);
            if (pool == null || graph.isOpen(thing) || holders.isEmpty()) {
                continue;
            }
            List<PoolPath> stops = holders.stream()
                    .filter(has -> stuck.contains(has.thread()))
                    .map(has -> PoolPath.of(has.thread(), graph, stuck))
                    .filter(Objects::nonNull)
                    .toList();
            if (stops.size() == holders.size()) {
                LentOut out = lentOut(thing, pool, stops, pools);
                lentOut.add(out);
                by = out.by() == null ? by : Owned.both(by, out.by());
                waiting += graph.waiting(thing);
            }
        }
        return lentOut.isEmpty()
                ? null
                : new Judgment(
                        WaitVerdictKind.DEADLOCK,
                        lentOut.stream().map(LentOut::pool).toList().toString(),
                        Confidence.LIKELY,
                        at,
                        waiting,
                        null,
                        lentOut.get(0).pool().title(),
                        new PoolCycle(lentOut, by, Basis.ONE_DUMP),
                        List.of());
    }

    /**
     * Whether all pools of a kind for which threads wait are in a deadlock.
     *
     * @param cycle what {@link #judge} has found in the same graph
     */
    static boolean hasAll(Judgment cycle, @Nullable String kind, WaitGraph graph, Map<Thing, ResourcePool> pools) {
        long wanted = graph.wanted().stream()
                .map(pools::get)
                .filter(pool -> pool != null && pool.description().pool().equals(kind))
                .count();
        return cycle.facts() instanceof PoolCycle facts
                && wanted > 0
                && wanted
                        == facts.pools().stream()
                                .filter(out -> out.pool().title().equals(kind))
                                .count();
    }

    private static LentOut lentOut(
            Thing thing, ResourcePool pool, List<PoolPath> stops, Map<Thing, ResourcePool> pools) {
        Set<OtherPool> others = new LinkedHashSet<>();
        Owned by = null;
        for (PoolPath stop : stops) {
            Thing wanted = stop.end().thing();
            ResourcePool other = pools.get(wanted);
            if (other != null) {
                boolean namesake = !thing.equals(wanted) && named(other).equals(named(pool));
                others.add(new OtherPool(named(other), namesake));
            }
            by = stop.by() == null ? by : Owned.both(by, stop.by());
        }
        return new LentOut(
                named(pool),
                pool.description().lends(),
                pool.occupancy().inUse(), // a thread may have several
                false,
                by,
                stops.stream().allMatch(stop -> stop.by() != null),
                stops.stream().allMatch(stop -> thing.equals(stop.end().thing())) ? Wanted.ONE_MORE : Wanted.OTHER_POOL,
                List.copyOf(others));
    }

    private static NamedPool named(ResourcePool pool) {
        return new NamedPool(pool.description().name(), pool.description().pool());
    }
}
