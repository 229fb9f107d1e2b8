package io.vtmonitor.waits.heap;

import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which threads still await a condition. A thread that was signaled waits for the condition's lock, but its
 * {@code parkBlocker} is still the condition.
 */
final class Conditions {
    private static final int MOST_WAITING = 100_000;

    private final HeapDump dump;
    private final Map<Long, Set<Long>> waiting = new HashMap<>();

    Conditions(HeapDump dump) {
        this.dump = dump;
    }

    /**
     * What a parked thread waits for.
     *
     * @param blocker the object that it is parked for
     * @return the lock of a condition whose list does not have the thread any more; else {@code blocker}
     */
    @Nullable
    HeapObject reached(HeapThread thread, HeapObject blocker) throws IOException {
        boolean condition = blocker.className().endsWith("Synchronizer$ConditionObject");
        return condition && !waiting(blocker).contains(thread.object()) ? dump.follow(blocker, "this$0") : blocker;
    }

    /** The threads in the list of a condition, as ids of objects. */
    private Set<Long> waiting(HeapObject condition) throws IOException {
        Set<Long> known = waiting.get(condition.id());
        if (known != null) {
            return known;
        }
        Set<Long> found = new HashSet<>();
        HeapObject node = dump.follow(condition, "firstWaiter");
        for (int left = MOST_WAITING; node != null && left > 0; left--) {
            found.add(node.reference("waiter"));
            node = dump.follow(node, "nextWaiter");
        }
        waiting.put(condition.id(), found);
        return found;
    }
}
