package io.vtmonitor.waits.dump;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a heap dump tells of who waits for whom, beyond the fields of a {@link DumpedThread}.
 *
 * @param waits what threads wait for
 * @param holds what threads have
 * @param open things of which a unit is free, or of which not everybody who has one is known
 * @param tellsCarriers whether the carriers are told, and those that wait for one
 * @param pools those that threads wait for, with who has what they lend
 */
public record DumpedEdges(
        List<Wait> waits, List<Hold> holds, Set<Thing> open, boolean tellsCarriers, Map<Thing, ResourcePool> pools) {
    /** Of thread dumps. */
    static final DumpedEdges NONE = new DumpedEdges(List.of(), List.of(), Set.of(), false, Map.of());

    public DumpedEdges {
        waits = List.copyOf(waits);
        holds = List.copyOf(holds);
        open = Set.copyOf(open);
        pools = Map.copyOf(pools);
    }

    /** A thread waits; see {@link io.vtmonitor.graph.WaitsFor}. */
    public record Wait(long tid, Thing thing, boolean timed) {}

    /** A thread has a thing; see {@link io.vtmonitor.graph.Has}. */
    public record Hold(Thing thing, long tid, int depth, How how, Confidence confidence) {}
}
