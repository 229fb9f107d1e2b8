package io.vtmonitor.waits.heap;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.threads.ExecutorEnds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds threads that are in the {@code close()} of an executor, and the threads for whose end they wait. */
final class ClosedExecutors {
    private static final String LATCH = "java.util.concurrent.CountDownLatch$Sync";

    /** Of a {@code ThreadPerTaskExecutor}: what its {@code close()} awaits. */
    private static final String LATCH_FIELD = "terminationSignal";

    private final HeapDump dump;
    private final HeapThreads threads;
    private final QueuedTasks pools;
    private final EdgesBuilder edges;
    private @Nullable Map<Long, List<HeapThread>> byLatch;

    ClosedExecutors(HeapDump dump, HeapThreads threads, QueuedTasks pools, EdgesBuilder edges) {
        this.dump = dump;
        this.threads = threads;
        this.pools = pools;
        this.edges = edges;
    }

    /** Whether threads that wait for the end of an executor may be parked for an object. */
    static boolean mayBeAwaited(HeapObject blocker) {
        return isLatch(blocker) || blocker.className().endsWith("Synchronizer$ConditionObject");
    }

    private static boolean isLatch(HeapObject blocker) {
        return blocker.className().equals(LATCH);
    }

    /** Adds those of the threads parked for an object that close an executor, and the executor's threads. */
    void read(HeapObject blocker, List<HeapThread> parked) throws IOException {
        List<HeapThread> closing = parked.stream()
                .filter(thread -> ExecutorEnds.isClose(thread.stack()))
                .toList();
        if (closing.isEmpty()) {
            return;
        }
        List<HeapThread> workers =
                isLatch(blocker) ? byLatch().getOrDefault(blocker.id(), List.of()) : pools.workersUntil(blocker);
        Thing end = new Thing(Kind.THREAD_END, ExecutorEnds.EXECUTOR, null, "end of the threads of " + blocker);
        for (HeapThread worker : workers) {
            edges.has(end, worker, How.OWNS, Confidence.EXACT);
        }
        if (!workers.isEmpty()) {
            closing.forEach(thread -> edges.waitsUntil(thread, end));
        }
    }

    /** Threads of executors that start one for each task, by what threads are parked for until these have ended. */
    private Map<Long, List<HeapThread>> byLatch() throws IOException {
        if (byLatch != null) {
            return byLatch;
        }
        dump.load(threads.alive().stream().mapToLong(HeapThread::object).toArray());
        Map<HeapThread, HeapObject> objects = new LinkedHashMap<>();
        for (HeapThread thread : threads.alive()) {
            HeapObject object = dump.object(thread.object());
            if (object != null) {
                objects.put(thread, object);
            }
        }
        HeapThreads.load(dump, List.copyOf(objects.values()), "container");
        Map<HeapThread, HeapObject> containers = new LinkedHashMap<>();
        for (Map.Entry<HeapThread, HeapObject> entry : objects.entrySet()) {
            HeapObject container = dump.follow(entry.getValue(), "container");
            if (container != null && container.has(LATCH_FIELD)) {
                containers.put(entry.getKey(), container);
            }
        }
        HeapThreads.load(dump, List.copyOf(containers.values()), LATCH_FIELD);
        Map<Long, List<HeapThread>> found = new HashMap<>();
        for (Map.Entry<HeapThread, HeapObject> entry : containers.entrySet()) {
            HeapObject latch = dump.follow(entry.getValue(), LATCH_FIELD);
            if (latch != null) {
                found.computeIfAbsent(latch.reference("sync"), key -> new ArrayList<>())
                        .add(entry.getKey());
            }
        }
        byLatch = found;
        return found;
    }
}
