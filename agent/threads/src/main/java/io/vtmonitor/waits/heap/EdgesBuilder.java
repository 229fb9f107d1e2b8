package io.vtmonitor.waits.heap;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.waits.dump.DumpedEdges;
import io.vtmonitor.waits.dump.DumpedEdges.Hold;
import io.vtmonitor.waits.dump.DumpedEdges.Scope;
import io.vtmonitor.waits.dump.DumpedEdges.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects what threads wait for and which threads have it. */
final class EdgesBuilder {
    private final List<Wait> waits = new ArrayList<>();
    private final List<Hold> holds = new ArrayList<>();
    private final Set<Thing> open = new HashSet<>();
    private final Map<Thing, ResourcePool> pools = new HashMap<>();
    private final Map<Long, Scope> scopes = new HashMap<>();

    void waits(HeapThread thread, Thing thing) {
        waits.add(new Wait(thread.tid(), thing, thread.isTimed()));
    }

    /** Adds a wait without a time limit, of a thread that may wait in slices of one. */
    void waitsUntil(HeapThread thread, Thing thing) {
        waits.add(new Wait(thread.tid(), thing, false));
    }

    /** Adds a wait that ends by itself. */
    void waitsForAWhile(HeapThread thread, Thing thing) {
        waits.add(new Wait(thread.tid(), thing, true));
    }

    void has(Thing thing, HeapThread thread, How how, Confidence confidence) {
        holds.add(new Hold(thing, thread.tid(), -1, how, confidence));
    }

    void pool(Thing thing, ResourcePool pool) {
        pools.put(thing, pool);
    }

    void opened(HeapThread parent, List<HeapThread> subtasks, boolean timer) {
        scopes.put(
                parent.tid(), new Scope(subtasks.stream().map(HeapThread::tid).toList(), timer));
    }

    void open(Thing thing) {
        open.add(thing);
    }

    DumpedEdges build(HeapMemory memory) {
        return new DumpedEdges(waits, holds, open, true, pools, scopes, memory.stackBytes(), memory.locals());
    }
}
