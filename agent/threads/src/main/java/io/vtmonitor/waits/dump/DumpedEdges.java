package io.vtmonitor.waits.dump;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ThreadMemory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a dump shows of which thread waits for which, beyond the fields of a {@link DumpedThread}. Thread dumps have
 * only scopes; the rest comes from heap dumps.
 *
 * @param waits what threads wait for
 * @param holds what threads have
 * @param open things of which a unit is free, or not all holders are known
 * @param showsCarriers whether it is known which threads have carriers and which wait for one
 * @param pools pools that threads wait for, with the borrowers of what they have lent
 * @param scopes the innermost open structured scope, by the id of the thread that has opened it
 * @param stackBytes bytes of the chunks of a virtual thread's stack, by the id of the thread
 * @param locals what thread locals of virtual threads refer to
 */
public record DumpedEdges(
        List<Wait> waits,
        List<Hold> holds,
        Set<Thing> open,
        boolean showsCarriers,
        Map<Thing, ResourcePool> pools,
        Map<Long, Scope> scopes,
        Map<Long, Long> stackBytes,
        List<ThreadMemory.Locals> locals) {
    /** The edges of a thread dump without scopes. */
    static final DumpedEdges NONE =
            new DumpedEdges(List.of(), List.of(), Set.of(), false, Map.of(), Map.of(), Map.of(), List.of());

    /** The edges of a thread dump that shows scopes. */
    static DumpedEdges ofScopes(Map<Long, Scope> scopes) {
        return new DumpedEdges(List.of(), List.of(), Set.of(), false, Map.of(), scopes, Map.of(), List.of());
    }

    public DumpedEdges {
        waits = List.copyOf(waits);
        holds = List.copyOf(holds);
        open = Set.copyOf(open);
        pools = Map.copyOf(pools);
        scopes = Map.copyOf(scopes);
        stackBytes = Map.copyOf(stackBytes);
        locals = List.copyOf(locals);
    }

    /**
     * A structured scope.
     *
     * @param subtasks the ids of the threads that were forked in it and have not ended; at least one
     * @param timer whether a timer cancels it; null if the dump does not show that
     */
    public record Scope(List<Long> subtasks, @Nullable Boolean timer) {
        public Scope {
            subtasks = List.copyOf(subtasks);
        }
    }

    /** A thread waits; see {@link io.vtmonitor.graph.WaitsFor}. */
    public record Wait(long tid, Thing thing, boolean timed) {}

    /** A thread has a thing; see {@link io.vtmonitor.graph.Has}. */
    public record Hold(Thing thing, long tid, int depth, How how, Confidence confidence) {}
}
