package io.vtmonitor.waits.dump;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
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
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds pools that wait for themselves: all that a pool can lend is lent to threads that wait for another resource.
 * They wait for one of the same pool, or of another pool in this state. Or they wait for a lock or a monitor whose
 * owner does so.
 */
final class DumpPoolCycles {
    /** Pools; other deadlocks are judged without them. */
    static final Predicate<Thing> POOLS = thing -> thing.kind() == Kind.POOLED_OBJECT;

    /** Locks and monitors that are followed from a borrower to a thread that waits for a pool. */
    private static final int MOST_LOCKS = 10;

    private DumpPoolCycles() {}

    /** The verdict on all pools that wait for themselves; null if there are none. */
    static @Nullable Judgment judge(WaitGraph graph, Map<Thing, ResourcePool> pools, Instant at) {
        // Timed waits for a pool count, too: the cycle lasts until one of these threads gives up.
        Set<ThreadView> stuck = graph.stuck(wait -> !wait.timed() || POOLS.test(wait.thing()));
        List<LentOut> lentOut = new ArrayList<>();
        Owned by = null;
        int waiting = 0;
        for (Thing thing : graph.wanted()) {
            ResourcePool pool = pools.get(thing);
            List<Has> holders = graph.holders(thing);
            boolean caught = pool != null
                    && !graph.isOpen(thing)
                    && !holders.isEmpty()
                    && holders.stream().allMatch(has -> stuck.contains(has.thread()));
            if (pool != null && caught) {
                List<Stop> stops = new ArrayList<>();
                holders.forEach(has -> stops.add(stop(has.thread(), graph)));
                LentOut out = lentOut(thing, pool, holders.size(), stops, pools);
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

    /** @param by what the thread that waits for the pool owns; null if the borrower itself waits */
    private record Stop(@Nullable Thing pool, @Nullable Owned by) {}

    /** The pool that a borrower waits for, itself or through locks and monitors. */
    private static Stop stop(ThreadView borrower, WaitGraph graph) {
        ThreadView thread = borrower;
        Owned by = null;
        for (int i = 0; i <= MOST_LOCKS; i++) {
            WaitsFor wait = graph.waitOf(thread);
            List<Has> owners = wait == null ? List.of() : graph.holders(wait.thing());
            if (wait == null || POOLS.test(wait.thing()) || owners.isEmpty()) {
                return new Stop(wait == null ? null : wait.thing(), by);
            }
            by = Owned.both(by, wait.thing().kind() == Kind.MONITOR ? Owned.MONITOR : Owned.LOCK);
            thread = owners.get(0).thread();
        }
        return new Stop(null, by);
    }

    private static LentOut lentOut(
            Thing thing, ResourcePool pool, int lent, List<Stop> stops, Map<Thing, ResourcePool> pools) {
        Set<OtherPool> others = new LinkedHashSet<>();
        Owned by = null;
        for (Stop stop : stops) {
            ResourcePool other = stop.pool() == null ? null : pools.get(stop.pool());
            if (other != null) {
                boolean namesake = !thing.equals(stop.pool()) && named(other).equals(named(pool));
                others.add(new OtherPool(named(other), namesake));
            }
            by = stop.by() == null ? by : Owned.both(by, stop.by());
        }
        return new LentOut(
                named(pool),
                pool.description().lends(),
                lent,
                false,
                by,
                stops.stream().allMatch(stop -> stop.by() != null),
                stops.stream().allMatch(stop -> thing.equals(stop.pool())) ? Wanted.ONE_MORE : Wanted.OTHER_POOL,
                List.copyOf(others));
    }

    private static NamedPool named(ResourcePool pool) {
        return new NamedPool(pool.description().name(), pool.description().pool());
    }
}
