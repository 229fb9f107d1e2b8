package io.vtmonitor.waits.dump;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.threads.LiveGraph;
import io.vtmonitor.threads.TaskScopes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the {@link WaitGraph} of a dump, as far as the dump shows which thread waits for which. */
final class DumpGraph {
    private static final String LOCK_SUPPORT = "java.util.concurrent.locks.LockSupport";
    private static final String TASK = "java.util.concurrent.FutureTask";
    private static final String SCOPE = "java.util.concurrent.StructuredTaskScope";

    private DumpGraph() {}

    /** @param starved the workers of {@linkplain StarvedExecutors starved executors}, by executor */
    static WaitGraph of(ThreadDumpFile dump, DumpGroups groups, Map<String, List<DumpedThread>> starved) {
        WaitGraph.Builder graph = new WaitGraph.Builder();
        Map<Long, ThreadView> views = new HashMap<>();
        dump.threads().forEach(thread -> views.put(thread.tid(), view(thread, groups.phases())));
        DumpedEdges edges = dump.edges();
        Set<Long> cancelled = cancelled(edges, views, false);
        Set<Long> mayBeCancelled = cancelled(edges, views, true);
        edges.waits().forEach(wait -> {
            ThreadView view = views.get(wait.tid());
            if (view != null) {
                boolean ends = wait.thing().kind() != Kind.POOLED_OBJECT && cancelled.contains(wait.tid());
                graph.waits(view, wait.thing(), wait.timed() || ends);
            }
        });
        for (DumpedThread thread : dump.threads()) {
            ThreadView view = views.get(thread.tid());
            String thing = groups.waitsFor().get(thread);
            if (view != null && thread.awaits().initialization() != null) {
                graph.waits(view, initialization(thread.awaits().initialization()), false);
            } else if (view != null && thing != null) {
                graph.waits(view, thing(thread, thing), cancelled.contains(thread.tid()));
            } else if (view != null && !edges.showsCarriers() && view.virtual() && view.phase() == Phase.READY) {
                graph.waits(view, LiveGraph.CARRIERS, false);
            }
            if (view != null && !edges.showsCarriers() && view.carrier() != null) {
                graph.has(new Has(LiveGraph.CARRIERS, view, -1, How.OWNS, Confidence.EXACT));
            }
        }
        initializers(dump, views, graph);
        Set<Thing> shared = new HashSet<>();
        edges.holds().stream().filter(hold -> hold.how() == How.SHARES).forEach(hold -> shared.add(hold.thing()));
        groups.owned().forEach((object, owner) -> {
            ThreadView view = views.get(owner.thread().tid());
            if (view != null && !shared.contains(lock(object))) {
                boolean monitor = owner.monitor();
                boolean sure = monitor ? isSureOfMonitor(dump, owner.thread(), object) : owner.ofJdk();
                boolean stays = !mayBeCancelled.contains(owner.thread().tid());
                Confidence confidence = sure && stays ? Confidence.EXACT : Confidence.LIKELY;
                graph.has(new Has(monitor ? monitor(object) : lock(object), view, owner.depth(), How.OWNS, confidence));
            }
        });
        workers(starved, views, graph);
        scopes(dump, views, cancelled, graph);
        edges.holds().forEach(hold -> {
            ThreadView view = views.get(hold.tid());
            if (view != null) {
                graph.has(new Has(hold.thing(), view, hold.depth(), hold.how(), hold.confidence()));
            }
        });
        edges.open().forEach(graph::open);
        return (edges.showsCarriers() ? graph : graph.open(LiveGraph.CARRIERS)).build();
    }

    private static ThreadView view(DumpedThread thread, DumpedPhases phases) {
        return new ThreadView(
                thread.tid(),
                thread.name(),
                Boolean.TRUE.equals(thread.virtual()),
                phases.of(thread),
                thread.mounted() ? "a carrier" : null,
                null,
                thread.frames());
    }

    private static Thing thing(DumpedThread thread, String object) {
        if (thread.awaits().blockedOn() != null) {
            return monitor(object);
        }
        return object.startsWith(TASK + "@") ? new Thing(Kind.TASK, TASK, null, object) : lock(object);
    }

    /**
     * Whether it is sure that a thread owns a monitor. In a heap dump it never is: there it follows from local
     * variables.
     */
    private static boolean isSureOfMonitor(ThreadDumpFile dump, DumpedThread owner, String monitor) {
        return dump.form() != ThreadDumpFile.Form.HEAP && (dump.isInstant() || waitsForAnother(owner, monitor));
    }

    /**
     * JDK-8361926: a dump may show a thread that waits for a monitor as its owner. A thread that waits for another
     * monitor is not affected.
     */
    private static boolean waitsForAnother(DumpedThread owner, String monitor) {
        return owner.state() == Thread.State.BLOCKED
                && owner.awaits().blockedOn() != null
                && !monitor.equals(owner.awaits().blockedOn());
    }

    /**
     * A thread that runs a static initializer owns the initialization of the class. Two classes may have the same name.
     */
    private static void initializers(ThreadDumpFile dump, Map<Long, ThreadView> views, WaitGraph.Builder graph) {
        Set<String> awaited = new HashSet<>();
        dump.threads().forEach(thread -> {
            if (thread.awaits().initialization() != null) {
                awaited.add(thread.awaits().initialization());
            }
        });
        for (String type : awaited) {
            Map<DumpedThread, Integer> running = new HashMap<>();
            for (DumpedThread thread : dump.threads()) {
                int depth = type.equals(thread.awaits().initialization()) ? -1 : initializes(thread, type);
                if (depth >= 0) {
                    running.put(thread, depth);
                }
            }
            How how = running.size() == 1 ? How.OWNS : How.MAY_OWN;
            running.forEach((thread, depth) -> {
                ThreadView view = views.get(thread.tid());
                if (view != null) {
                    graph.has(new Has(initialization(type), view, depth, how, Confidence.LIKELY));
                }
            });
        }
    }

    /** The depth of the frame that initializes a class; -1 if there is none. */
    private static int initializes(DumpedThread thread, String type) {
        for (int depth = 0; depth < thread.frames().size(); depth++) {
            StackTraceElement frame = thread.frames().get(depth);
            if (frame.getMethodName().equals("<clinit>") && frame.getClassName().equals(type)) {
                return depth;
            }
        }
        return -1;
    }

    private static Thing initialization(String type) {
        return new Thing(Kind.CLASS_INITIALIZATION, type, type, type);
    }

    private static Thing lock(String object) {
        return new Thing(Kind.LOCK, DumpGroups.type(object), null, object);
    }

    private static Thing monitor(String object) {
        return new Thing(Kind.MONITOR, DumpGroups.type(object), null, object);
    }

    /**
     * The threads whose waits end when a scope with a time limit interrupts them: its subtasks, and theirs.
     *
     * @param unknown whether scopes count for which the dump does not show that they have none
     */
    private static Set<Long> cancelled(DumpedEdges edges, Map<Long, ThreadView> views, boolean unknown) {
        Deque<Long> next = new ArrayDeque<>();
        edges.scopes().forEach((owner, scope) -> {
            ThreadView parent = views.get(owner);
            boolean limited = scope.timer() == null ? unknown : scope.timer();
            if (limited || (parent != null && parent.phase() == Phase.TIMED_PARKED)) {
                next.addAll(scope.subtasks());
            }
        });
        Set<Long> found = new HashSet<>();
        while (!next.isEmpty()) {
            Long subtask = next.removeFirst();
            DumpedEdges.Scope own = edges.scopes().get(subtask);
            if (found.add(subtask) && own != null) {
                next.addAll(own.subtasks());
            }
        }
        found.removeIf(subtask -> !mayEndByInterrupt(views.get(subtask)));
        return found;
    }

    private static boolean mayEndByInterrupt(@Nullable ThreadView thread) {
        return thread != null
                && (thread.phase() == Phase.PARKED || thread.phase() == Phase.WAITING)
                && TaskScopes.mayEndByInterrupt(thread.frames());
    }

    /** Adds threads that wait for the subtasks of their innermost scope. */
    private static void scopes(
            ThreadDumpFile dump, Map<Long, ThreadView> views, Set<Long> cancelled, WaitGraph.Builder graph) {
        for (DumpedThread thread : dump.threads()) {
            ThreadView view = views.get(thread.tid());
            DumpedEdges.Scope scope = dump.edges().scopes().get(thread.tid());
            if (view == null || scope == null || !joins(thread, view)) {
                continue;
            }
            Thing subtasks = new Thing(Kind.SUBTASKS, SCOPE, null, "scope of " + thread.tid());
            boolean timed = view.phase() == Phase.TIMED_PARKED || isIn(thread, LOCK_SUPPORT, "parkNanos");
            boolean ends = Boolean.TRUE.equals(scope.timer()) || cancelled.contains(thread.tid());
            graph.waits(view, subtasks, timed || ends);
            boolean sure = scope.timer() != null && !thread.frames().isEmpty();
            for (Long subtask : scope.subtasks()) {
                ThreadView its = views.get(subtask);
                if (its != null) {
                    graph.has(new Has(subtasks, its, -1, How.OWNS, sure ? Confidence.EXACT : Confidence.LIKELY));
                }
            }
        }
    }

    /**
     * Whether a thread waits for subtasks. For a thread without a stack, as in a heap dump of JDK 21, it is enough that
     * it is parked without a blocker.
     */
    private static boolean joins(DumpedThread thread, ThreadView view) {
        boolean parked = view.phase() == Phase.PARKED || view.phase() == Phase.TIMED_PARKED;
        return thread.frames().isEmpty()
                ? parked && thread.awaits().parkBlocker() == null
                : TaskScopes.isJoin(thread.frames());
    }

    /** Adds the workers of executors whose tasks only they can run. */
    private static void workers(
            Map<String, List<DumpedThread>> starved, Map<Long, ThreadView> views, WaitGraph.Builder graph) {
        starved.forEach((executor, workers) -> {
            Thing worker = new Thing(Kind.WORKER, StarvedExecutors.EXECUTOR, null, executor);
            for (DumpedThread thread : workers) {
                ThreadView view = views.get(thread.tid());
                if (view != null) {
                    graph.waitsInstead(view, worker, false);
                    graph.has(new Has(worker, view, -1, How.OWNS, Confidence.LIKELY));
                }
            }
        });
    }

    private static boolean isIn(DumpedThread thread, String type, @Nullable String method) {
        return thread.frames().stream()
                .anyMatch(frame -> frame.getClassName().equals(type)
                        && (method == null || frame.getMethodName().equals(method)));
    }
}
