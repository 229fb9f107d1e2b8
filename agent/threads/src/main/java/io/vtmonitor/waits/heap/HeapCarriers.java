package io.vtmonitor.waits.heap;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.heap.HeapClass;
import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.threads.LiveGraph;
import java.io.IOException;

/** Finds out which threads have a carrier of the JDK's default scheduler, and which wait for one. */
final class HeapCarriers {
    private HeapCarriers() {}

    static void read(HeapDump dump, HeapThreads threads, EdgesBuilder edges) throws IOException {
        HeapClass type = dump.type("java.lang.VirtualThread");
        Long scheduler = type == null ? null : type.statics().get("DEFAULT_SCHEDULER");
        HeapObject pool = scheduler == null ? null : dump.object(scheduler);
        int taken = 0;
        for (HeapThread thread : threads.alive()) {
            boolean own = thread.virtual() && scheduler != null && thread.scheduler() == scheduler;
            if (own && thread.carrier() != 0) {
                taken++;
                edges.has(LiveGraph.CARRIERS, thread, How.OWNS, Confidence.EXACT);
            } else if (own && thread.isReady()) {
                edges.waits(thread, LiveGraph.CARRIERS);
            }
        }
        int parallelism = pool == null ? 0 : (int) pool.number("parallelism");
        if (taken == 0 || taken < parallelism || parallelism == 0) {
            edges.open(LiveGraph.CARRIERS);
        }
    }
}
