package io.vtmonitor.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Finds the stuck threads that wait for each other: Kosaraju's strongly connected components. Nodes are the threads and
 * the things that they wait for. A thing leads to each thread that has it, so the edges of a pool whose workers all
 * wait for a worker are as many as the workers, not their square.
 */
final class Circles {
    private final WaitGraph graph;
    private final Set<ThreadView> stuck;
    private final Map<ThreadView, Thing> wanted = new LinkedHashMap<>();
    private final Map<Thing, List<ThreadView>> waiters = new HashMap<>();

    /** @param stuck threads each of which waits for a thing */
    Circles(WaitGraph graph, Set<ThreadView> stuck) {
        this.graph = graph;
        this.stuck = stuck;
        for (ThreadView thread : stuck) {
            WaitsFor wait = graph.waitOf(thread);
            if (wait != null) {
                wanted.put(thread, wait.thing());
                waiters.computeIfAbsent(wait.thing(), key -> new ArrayList<>()).add(thread);
            }
        }
    }

    /** Each group once, in the order of the stuck threads; the threads of a group in the order in which it waits. */
    List<Set<ThreadView>> all() {
        Map<Object, Object> groups = groups();
        Set<Object> found = new HashSet<>();
        List<Set<ThreadView>> circles = new ArrayList<>();
        wanted.forEach((thread, thing) -> {
            // A thread is on no circle if no way leads from the thing that it waits for back to it.
            Object group = groups.get(thread);
            if (Objects.equals(groups.get(thing), group) && found.add(group)) {
                circles.add(circle(thread, groups));
            }
        });
        return circles;
    }

    /** The threads of a group, nearest first: those that the first one waits for, then those that these wait for. */
    private Set<ThreadView> circle(ThreadView first, Map<Object, Object> groups) {
        Set<ThreadView> circle = new LinkedHashSet<>();
        Set<Thing> met = new HashSet<>();
        Deque<ThreadView> next = new ArrayDeque<>(List.of(first));
        while (!next.isEmpty()) {
            Thing thing = wanted.get(next.removeFirst());
            for (Has has : thing == null || !met.add(thing) ? List.<Has>of() : graph.holders(thing)) {
                if (Objects.equals(groups.get(has.thread()), groups.get(first)) && circle.add(has.thread())) {
                    next.add(has.thread());
                }
            }
        }
        return circle;
    }

    /** For each thread and thing one that stands for its group: all that lead to each other have the same one. */
    private Map<Object, Object> groups() {
        Map<Object, Object> groups = new HashMap<>();
        for (Object first : lastFinishedFirst()) {
            Deque<Object> next = new ArrayDeque<>(List.of(first));
            while (!next.isEmpty()) {
                Object node = next.removeFirst();
                if (groups.putIfAbsent(node, first) == null) {
                    next.addAll(before(node));
                }
            }
        }
        return groups;
    }

    /** All threads and things, each before what only it leads to: those of which the search ended last come first. */
    private Deque<Object> lastFinishedFirst() {
        Deque<Object> finished = new ArrayDeque<>();
        Set<Object> met = new HashSet<>();
        Deque<Object> path = new ArrayDeque<>();
        Deque<Iterator<? extends Object>> rests = new ArrayDeque<>();
        for (ThreadView thread : wanted.keySet()) {
            Object node = thread;
            while (node != null) {
                if (met.add(node)) {
                    path.push(node);
                    rests.push(after(node).iterator());
                }
                while (!rests.isEmpty() && !rests.element().hasNext()) {
                    finished.addFirst(path.pop());
                    rests.pop();
                }
                node = rests.isEmpty() ? null : rests.element().next();
            }
        }
        return finished;
    }

    private Collection<? extends Object> after(Object node) {
        return node instanceof Thing thing
                ? graph.holders(thing).stream()
                        .map(Has::thread)
                        .filter(stuck::contains)
                        .toList()
                : List.of(Objects.requireNonNull(wanted.get(node)));
    }

    private Collection<? extends Object> before(Object node) {
        return node instanceof ThreadView thread
                ? graph.held(thread).stream().map(Has::thing).toList()
                : waiters.getOrDefault(node, List.of());
    }
}
