package io.vtmonitor.waits;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Basis;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.threads.CircleFacts;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Deadlock: threads wait for each other without a time limit, so none of them can continue, whatever other threads do.
 * A circle is reported when the next look finds the same threads in it. The agent reads one thread after the other, so
 * what one look shows may never have been true at one instant.
 *
 * <p>Needs the owners of what threads wait for. Waits for carriers are left out: if more carriers would free the
 * threads, that is a stall.
 */
public final class DeadlockJudge {
    private final boolean dumps;
    private final boolean atOnce;
    private Map<String, Instant> before = Map.of();
    private Map<Long, String> deadlockOf = Map.of();
    private Set<Long> suspected = Set.of();

    /** @param dumps whether each graph comes from a dump; one dump is enough for a verdict that is likely */
    public DeadlockJudge(boolean dumps) {
        this(dumps, false);
    }

    /** @param atOnce whether each dump shows all threads at one instant; then one dump is enough to be sure */
    public DeadlockJudge(boolean dumps, boolean atOnce) {
        this.dumps = dumps;
        this.atOnce = atOnce;
    }

    /**
     * The deadlocks that a look shows.
     *
     * @param graph which thread waits for which
     * @param again reads the threads of a circle again, with their frames; for a file, it gives the same graph
     */
    public List<Judgment> judge(WaitGraph graph, Instant at, Function<Set<ThreadView>, WaitGraph> again) {
        WaitGraph locks = graph.without(CircleFacts.CARRIERS);
        List<Judgment> found = new ArrayList<>();
        Map<String, Instant> now = new HashMap<>();
        Map<Long, String> circles = new HashMap<>();
        Map<Long, String> suspects = new HashMap<>();
        for (Set<ThreadView> circle : locks.circles()) {
            if (circle.size() == 1 && !mayWaitForItself(circle.iterator().next(), locks)) {
                continue;
            }
            String key = key(circle);
            Instant begin = before.getOrDefault(key, at);
            boolean seenBefore = before.containsKey(key);
            WaitGraph still = seenBefore || dumps ? again.apply(circle).without(CircleFacts.CARRIERS) : locks;
            if (!isStill(circle, still)) {
                continue;
            }
            now.put(key, begin);
            if (!seenBefore) {
                circle.forEach(thread -> suspects.put(thread.id(), key));
            }
            if (seenBefore || dumps) {
                found.add(found(circle, still, graph, begin, seenBefore));
                circle.forEach(thread -> circles.put(thread.id(), key));
            }
        }
        before = now;
        suspected = suspects.isEmpty()
                ? Set.of()
                : withThreadsBehind(suspects, locks).keySet();
        deadlockOf = circles.isEmpty() ? Map.of() : withThreadsBehind(circles, locks);
        return found;
    }

    /** Adds the threads that wait for threads of these circles, directly or through other threads. */
    private static Map<Long, String> withThreadsBehind(Map<Long, String> circles, WaitGraph graph) {
        Map<Long, String> all = new HashMap<>(circles);
        Set<ThreadView> stuck = graph.stuck();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (ThreadView thread : stuck) {
                String circle = all.containsKey(thread.id()) ? null : ofHolder(graph.waitOf(thread), graph, all);
                if (circle != null) {
                    all.put(thread.id(), circle);
                    changed = true;
                }
            }
        }
        return all;
    }

    private static @Nullable String ofHolder(@Nullable WaitsFor wait, WaitGraph graph, Map<Long, String> circles) {
        for (Has has : wait == null ? List.<Has>of() : graph.holders(wait.thing())) {
            String circle = circles.get(has.thread().id());
            if (circle != null) {
                return circle;
            }
        }
        return null;
    }

    /** Whether the last look found a circle for the first time. Only another look can confirm it. */
    public boolean suspects() {
        return !suspected.isEmpty();
    }

    /**
     * The ids of threads in circles that the last look found for the first time, and of threads that wait for one of
     * these. No other verdict on them is due before the next look.
     */
    public Set<Long> suspected() {
        return suspected;
    }

    /** The ids of threads in circles that are reported, and of threads that wait for one of these. */
    public Set<Long> threads() {
        return deadlockOf.keySet();
    }

    /**
     * The deadlock that a thread is part of, or waits for the end of; null if there is none.
     *
     * @param thread its id
     * @return the deadlock's {@link Judgment#about}
     */
    public @Nullable String deadlockOf(long thread) {
        return deadlockOf.get(thread);
    }

    /**
     * Whether a circle of a single thread is a deadlock. A thread that joins itself just sleeps, and a thread may wait
     * for a task that it is about to run.
     */
    private static boolean mayWaitForItself(ThreadView thread, WaitGraph graph) {
        WaitsFor wait = graph.waitOf(thread);
        return wait != null
                && (wait.thing().kind() == Kind.LOCK || wait.thing().kind() == Kind.WORKER)
                && graph.held(thread).stream().anyMatch(has -> has.how() != Has.How.IS_NEXT);
    }

    /**
     * Whether the same threads still wait for each other. If not, the circle may have been composed of states of
     * different times.
     */
    private static boolean isStill(Set<ThreadView> circle, WaitGraph again) {
        return again.stuck().containsAll(circle);
    }

    private static String key(Set<ThreadView> circle) {
        Set<Long> ids = new TreeSet<>();
        circle.forEach(thread -> ids.add(thread.id()));
        return ids.toString();
    }

    private Judgment found(Set<ThreadView> circle, WaitGraph seen, WaitGraph whole, Instant begin, boolean seenBefore) {
        CircleFacts facts = CircleFacts.of(circle, seen, whole, basis(seenBefore));
        List<Link> links = facts.deadlock().links();
        StackFrame at = links.isEmpty() ? null : links.get(0).at();
        return new Judgment(
                WaitVerdictKind.DEADLOCK,
                key(circle),
                dumps && !seenBefore && !atOnce ? Confidence.LIKELY : facts.confidence(),
                begin,
                circle.size(),
                at == null ? null : at.method(),
                null,
                facts.deadlock(),
                facts.allCarriers() ? List.of("stall", "backlog") : List.of());
    }

    private Basis basis(boolean seenBefore) {
        return !dumps ? Basis.TWO_LOOKS : seenBefore ? Basis.TWO_DUMPS : Basis.ONE_DUMP;
    }
}
