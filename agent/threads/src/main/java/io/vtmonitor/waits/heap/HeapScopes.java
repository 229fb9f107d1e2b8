package io.vtmonitor.waits.heap;

import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scopes of structured concurrency in a heap dump, and the threads that were forked in them. */
final class HeapScopes {
    private static final String CONTAINER = "jdk.internal.misc.ThreadFlock$ThreadContainerImpl";

    /** JDK 25 and later. Before, a time limit is that of the wait itself, so no scope has a timer. */
    static final String SCOPE = "java.util.concurrent.StructuredTaskScopeImpl";

    /** Nested scopes that are followed of one thread. */
    private static final int MOST_NESTED = 100;

    private final Map<Long, List<HeapThread>> byContainer = new HashMap<>();
    private final Map<HeapThread, Long> innermost = new LinkedHashMap<>();

    /** Adds a thread that has not ended, and its object. */
    void add(HeapThread thread, HeapObject object) {
        byContainer
                .computeIfAbsent(object.reference("container"), key -> new ArrayList<>())
                .add(thread);
        if (object.reference("headStackableScopes") != 0) {
            innermost.put(thread, object.reference("headStackableScopes"));
        }
    }

    /** Adds the subtasks of each thread with an open scope to the edges. */
    void read(HeapDump dump, EdgesBuilder edges) throws IOException {
        Set<Long> timed = timed(dump);
        dump.load(innermost.values().stream().mapToLong(Long::longValue).toArray());
        for (Map.Entry<HeapThread, Long> each : innermost.entrySet()) {
            HeapObject scope = dump.object(each.getValue());
            for (int i = 0; scope != null && !scope.is(CONTAINER) && i < MOST_NESTED; i++) {
                scope = dump.follow(scope, "previous");
            }
            List<HeapThread> its = scope == null ? List.of() : byContainer.getOrDefault(scope.id(), List.of());
            if (scope != null && !its.isEmpty()) {
                edges.opened(each.getKey(), its, timed.contains(scope.reference("flock")));
            }
        }
    }

    /** The flocks of scopes that a timer cancels. */
    private static Set<Long> timed(HeapDump dump) throws IOException {
        Set<Long> flocks = new HashSet<>();
        for (int i = 0; i < dump.indexed(); i++) {
            HeapObject scope = dump.indexed(i);
            if (scope.is(SCOPE) && scope.reference("timerTask") != 0) {
                flocks.add(scope.reference("flock"));
            }
        }
        return flocks;
    }
}
