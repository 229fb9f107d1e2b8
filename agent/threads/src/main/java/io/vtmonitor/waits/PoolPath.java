package io.vtmonitor.waits;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.report.WaitFacts.Owned;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The path from a thread to a wait for a pool.
 *
 * @param end the wait for a pool: the thread's own, or that of a thread for which it waits, the owner of a lock for
 *     example
 * @param by through what it waits for that thread; null if the wait is the thread's own
 */
public record PoolPath(WaitsFor end, @Nullable Owned by) {
    /**
     * The stuck threads that would continue if the pools had enough. Threads in a deadlock without pools, or behind
     * one, would not: a pool that is lent to such threads waits for the end of that deadlock, not for itself.
     *
     * @param counts which waits count
     */
    public static Set<ThreadView> stuck(WaitGraph graph, Predicate<WaitsFor> counts) {
        Set<ThreadView> otherwise =
                graph.without(thing -> thing.kind() == Kind.POOLED_OBJECT).stuck(counts);
        return graph.stuck(wait -> counts.test(wait) && !otherwise.contains(wait.thread()));
    }

    /**
     * The shortest path, all of it through stuck threads; null if there is none.
     *
     * @param stuck {@linkplain #stuck threads that wait for pools}
     */
    public static @Nullable PoolPath of(ThreadView from, WaitGraph graph, Set<ThreadView> stuck) {
        Map<ThreadView, @Nullable Owned> met = new HashMap<>();
        Deque<ThreadView> next = new ArrayDeque<>();
        met.put(from, null);
        next.add(from);
        while (!next.isEmpty()) {
            ThreadView thread = next.removeFirst();
            WaitsFor wait = graph.waitOf(thread);
            Owned by = met.get(thread);
            if (wait != null && wait.thing().kind() == Kind.POOLED_OBJECT) {
                return new PoolPath(wait, by);
            }
            if (wait != null) {
                Owned through = Owned.both(by, owned(wait.thing().kind()));
                for (Has has : graph.holders(wait.thing())) {
                    if (stuck.contains(has.thread()) && !met.containsKey(has.thread())) {
                        met.put(has.thread(), through);
                        next.add(has.thread());
                    }
                }
            }
        }
        return null;
    }

    private static Owned owned(Kind kind) {
        return switch (kind) {
            case LOCK -> Owned.LOCK;
            case MONITOR -> Owned.MONITOR;
            case TASK -> Owned.TASK;
            case THREAD_END -> Owned.THREAD;
            case SUBTASKS -> Owned.SUBTASKS;
            case WORKER, CARRIER, CLASS_INITIALIZATION, PERMIT, POOLED_OBJECT -> Owned.OTHER;
        };
    }
}
