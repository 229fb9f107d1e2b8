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
 * What a dump shows of who waits for whom, beyond the fields of a {@link DumpedThread}. Thread dumps only have scopes.
 *
 * @param waits what threads wait for
 * @param holds what threads have
 * @param open things of which a unit is free, or of which not everybody who has one is known
 * @param tellsCarriers whether the carriers are known, and those that wait for one
 * @param pools those that threads wait for, with who has what they lend
 * @param scopes by the number of a thread that has structured scopes open, the innermost one
 * @param stackBytes by the number of each virtual thread, what the chunks of its stack take
 * @param locals what thread locals of virtual threads refer to
 */
public record DumpedEdges(
        List<Wait> waits,
        List<Hold> holds,
        Set<Thing> open,
        boolean tellsCarriers,
        Map<Thing, ResourcePool> pools,
        Map<Long, Scope> scopes,
        Map<Long, Long> stackBytes,
        List<ThreadMemory.Locals> locals) {
    /** Of thread dumps. */
    static final DumpedEdges NONE =
            new DumpedEdges(List.of(), List.of(), Set.of(), false, Map.of(), Map.of(), Map.of(), List.of());

    /** Of a thread dump that shows scopes. */
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
     * @param subtasks the numbers of the threads that were forked in it and have not ended; not none
     * @param timer whether a timer cancels it; null if the dump does not tell
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
