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
import io.vtmonitor.threads.ExecutorEnds;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Deadlock: threads wait for each other without a time limit, so none of them can continue, whatever other threads do.
 * A circle is reported when the next look finds the same threads in it. The agent reads one thread after the other, so
 * what one look shows may never have been true at one instant. If more threads join a circle, it is still the same
 * deadlock, and these count from the next look on.
 *
 * <p>Needs the owners of what threads wait for. Waits for carriers are left out: if more carriers would free the
 * threads, that is a stall.
 */
public final class DeadlockJudge {
    private final boolean dumps;
    private final boolean atOnce;
    private List<Seen> before = List.of();
    private Map<Long, String> deadlockOf = Map.of();
    private Set<Long> suspected = Set.of();

    /**
     * A circle at one look.
     *
     * @param threads the ids of its threads
     * @param about the verdict's {@link Judgment#about}: the threads that were in it first
     * @param begin the time of the look that found these
     */
    private record Seen(Set<Long> threads, String about, Instant begin) {}

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
        List<Seen> now = new ArrayList<>();
        Map<Long, String> circles = new HashMap<>();
        Map<Long, String> suspects = new HashMap<>();
        for (Set<ThreadView> circle : locks.circles()) {
            if (circle.size() == 1 && !mayWaitForItself(circle.iterator().next(), locks)) {
                continue;
            }
            Set<Long> ids = ids(circle);
            Seen last = last(ids);
            Seen one = last == null ? new Seen(ids, ids.toString(), at) : new Seen(ids, last.about(), last.begin());
            Set<ThreadView> known = dumps ? circle : inBoth(circle, last, locks);
            WaitGraph still = known.isEmpty() ? locks : again.apply(circle).without(CircleFacts.CARRIERS);
            if (!isStill(known.isEmpty() ? circle : known, still)) {
                continue;
            }
            now.add(one);
            for (ThreadView thread : circle) {
                (known.contains(thread) ? circles : suspects).put(thread.id(), one.about());
            }
            if (!known.isEmpty()) {
                boolean seenBefore = last != null && last.threads().equals(ids);
                found.add(found(known, still, graph, one, seenBefore));
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
     * Whether a circle of a single thread is a deadlock. A thread that joins itself just sleeps, unlike one that closes
     * its own executor, and a thread may wait for a task that it is about to run.
     */
    private static boolean mayWaitForItself(ThreadView thread, WaitGraph graph) {
        WaitsFor wait = graph.waitOf(thread);
        return wait != null
                && (wait.thing().kind() == Kind.LOCK
                        || wait.thing().kind() == Kind.WORKER
                        || wait.thing().type().equals(ExecutorEnds.EXECUTOR))
                && graph.held(thread).stream().anyMatch(has -> has.how() != Has.How.IS_NEXT);
    }

    /**
     * Whether the same threads still wait for each other. If not, the circle may have been composed of states of
     * different times.
     */
    private static boolean isStill(Set<ThreadView> circle, WaitGraph again) {
        return again.stuck().containsAll(circle);
    }

    /** The same circle at the look before, or else one that threads have joined since; null if there is none. */
    private @Nullable Seen last(Set<Long> ids) {
        Seen part = null;
        for (Seen each : before) {
            if (each.threads().equals(ids)) {
                return each;
            }
            part = part == null && ids.containsAll(each.threads()) ? each : part;
        }
        return part;
    }

    /** The threads that were in a circle at the look before, too; empty if they do not wait for each other any more. */
    private static Set<ThreadView> inBoth(Set<ThreadView> circle, @Nullable Seen last, WaitGraph graph) {
        Set<ThreadView> both = new LinkedHashSet<>(circle);
        both.removeIf(thread -> last == null || !last.threads().contains(thread.id()));
        return graph.around(both).isEmpty() ? Set.of() : both;
    }

    private static Set<Long> ids(Set<ThreadView> circle) {
        Set<Long> ids = new TreeSet<>();
        circle.forEach(thread -> ids.add(thread.id()));
        return ids;
    }

    private Judgment found(Set<ThreadView> circle, WaitGraph seen, WaitGraph whole, Seen one, boolean seenBefore) {
        CircleFacts facts = CircleFacts.of(circle, seen, whole, basis(seenBefore));
        List<Link> links = facts.deadlock().links();
        StackFrame at = links.isEmpty() ? null : links.get(0).at();
        return new Judgment(
                WaitVerdictKind.DEADLOCK,
                one.about(),
                dumps && !seenBefore && !atOnce ? Confidence.LIKELY : facts.confidence(),
                one.begin(),
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
