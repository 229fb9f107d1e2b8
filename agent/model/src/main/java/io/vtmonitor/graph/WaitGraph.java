package io.vtmonitor.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which thread waits for which at one instant. Immutable. In a live JVM it refers to objects of the application, so do
 * not keep it.
 *
 * <p>A thread is <em>stuck</em> if it waits without a time limit for a thing, and the threads that have it are stuck:
 * one of them is enough for a lock, but all of them have to be for a thing with several units, such as a carrier. The
 * stuck threads are the largest such set, as in Holt, "Some Deadlock Properties of Computer Systems" (1972): a deadlock
 * needs a cycle if things have one unit, and a knot if they have several.
 */
public final class WaitGraph {
    private final Map<ThreadView, WaitsFor> waits;
    private final Map<Thing, List<Has>> holders;
    private final Map<ThreadView, List<Has>> held;
    private final Map<Thing, Integer> uncounted;
    private final Set<Thing> open;

    private WaitGraph(Builder from) {
        waits = Map.copyOf(from.waits);
        Map<Thing, List<Has>> byThing = new HashMap<>();
        Map<ThreadView, List<Has>> byThread = new HashMap<>();
        for (Has has : from.has) {
            byThing.computeIfAbsent(has.thing(), key -> new ArrayList<>()).add(has);
            byThread.computeIfAbsent(has.thread(), key -> new ArrayList<>()).add(has);
        }
        holders = byThing;
        held = byThread;
        uncounted = Map.copyOf(from.crowds);
        open = Set.copyOf(from.open);
    }

    /** Collects waits and holders. Not thread-safe. */
    public static final class Builder {
        private final Map<ThreadView, WaitsFor> waits = new LinkedHashMap<>();
        private final Set<Has> has = new LinkedHashSet<>();
        private final Map<Thing, Integer> crowds = new HashMap<>();
        private final Set<Thing> open = new HashSet<>();

        /** Adds that a thread waits. Of several things added for one thread, the first counts. */
        public Builder waits(ThreadView thread, Thing thing, boolean timed) {
            waits.putIfAbsent(thread, new WaitsFor(thread, thing, timed));
            return this;
        }

        /** Adds that a thread waits, in place of what was added for it before. */
        public Builder waitsInstead(ThreadView thread, Thing thing, boolean timed) {
            waits.put(thread, new WaitsFor(thread, thing, timed));
            return this;
        }

        /** Adds that a thread has a thing. */
        public Builder has(Has one) {
            has.add(one);
            return this;
        }

        /** Adds a number of threads that wait for a thing, besides those that are added one by one. */
        public Builder crowd(Thing thing, int threads) {
            crowds.merge(thing, threads, Integer::sum);
            return this;
        }

        /** Marks a thing with several units as open: one unit is free, or not all threads that have one are known. */
        public Builder open(Thing thing) {
            open.add(thing);
            return this;
        }

        /** The graph of all that was added. */
        public WaitGraph build() {
            return new WaitGraph(this);
        }
    }

    /** What a thread waits for; null if it does not wait for a thing. */
    public @Nullable WaitsFor waitOf(ThreadView thread) {
        return waits.get(thread);
    }

    /** All waits that were added one by one. */
    public Collection<WaitsFor> waits() {
        return waits.values();
    }

    /** The threads that have a thing; empty if none is known. */
    public List<Has> holders(Thing thing) {
        return holders.getOrDefault(thing, List.of());
    }

    /** Whether one unit of a thing is free, or not all threads that have one are known. */
    public boolean isOpen(Thing thing) {
        return open.contains(thing);
    }

    /** What a thread has. */
    public List<Has> held(ThreadView thread) {
        return held.getOrDefault(thread, List.of());
    }

    /** The threads that have a carrier, as far as they are known. */
    public List<ThreadView> carriers() {
        List<ThreadView> mounted = new ArrayList<>();
        holders.forEach((thing, all) -> {
            if (thing.kind() == Thing.Kind.CARRIER) {
                all.forEach(has -> mounted.add(has.thread()));
            }
        });
        return mounted;
    }

    /** Whether no carrier is free. */
    public boolean isEachCarrierTaken() {
        return open.stream().noneMatch(thing -> thing.kind() == Thing.Kind.CARRIER);
    }

    /** How many threads wait for a thing directly. */
    public int waiting(Thing thing) {
        int counted = 0;
        for (WaitsFor wait : waits.values()) {
            counted += wait.thing().equals(thing) ? 1 : 0;
        }
        return counted + uncounted.getOrDefault(thing, 0);
    }

    /** The things that threads wait for. */
    public Set<Thing> wanted() {
        Set<Thing> wanted = new LinkedHashSet<>(uncounted.keySet());
        waits.values().forEach(wait -> wanted.add(wait.thing()));
        return wanted;
    }

    /**
     * The chain of holders of a thing: the holder, then the holder of what that one waits for, and so on. It ends at a
     * thread that waits for no thing, at a thing without a known holder, or before a thread that is already in the
     * chain. Of several holders, the surest is taken, never one that only may have the thing.
     */
    public List<Has> chain(Thing from) {
        List<Has> chain = new ArrayList<>();
        Set<ThreadView> met = new HashSet<>();
        Thing thing = from;
        while (thing != null) {
            Has first = surest(holders(thing));
            if (first == null || !met.add(first.thread())) {
                return chain;
            }
            chain.add(first);
            WaitsFor next = waits.get(first.thread());
            thing = next == null ? null : next.thing();
        }
        return chain;
    }

    private @Nullable Has surest(List<Has> all) {
        Has first = null;
        for (Has each : all) {
            if (each.how() == Has.How.MAY_OWN) {
                continue;
            }
            boolean better = first == null || each.confidence().compareTo(first.confidence()) < 0;
            boolean longer = first != null
                    && each.confidence() == first.confidence()
                    && !waits.containsKey(first.thread())
                    && waits.containsKey(each.thread());
            first = better || longer ? each : first;
        }
        return first;
    }

    /**
     * How many other threads wait for things that only these threads can release, or for threads that do, and so on.
     */
    public int behind(Set<ThreadView> first) {
        Set<Thing> things = new HashSet<>();
        int behind = withBehind(first, things).size() - first.size();
        for (Thing thing : things) {
            behind += uncounted.getOrDefault(thing, 0);
        }
        return behind;
    }

    /** These threads and, of those that were added one by one, all that wait {@linkplain #behind behind} them. */
    public Set<ThreadView> withBehind(Set<ThreadView> first) {
        return withBehind(first, new HashSet<>());
    }

    /** @param things receives the things that threads wait for behind these threads */
    private Set<ThreadView> withBehind(Set<ThreadView> first, Set<Thing> things) {
        Set<ThreadView> threads = new HashSet<>(first);
        Deque<ThreadView> next = new ArrayDeque<>(threads);
        Map<Thing, List<ThreadView>> waiting = new HashMap<>();
        waits.values()
                .forEach(wait -> waiting.computeIfAbsent(wait.thing(), key -> new ArrayList<>())
                        .add(wait.thread()));
        while (!next.isEmpty()) {
            for (Has has : held(next.removeFirst())) {
                if (!isFreeWithout(has.thing(), threads) && things.add(has.thing())) {
                    for (ThreadView each : waiting.getOrDefault(has.thing(), List.of())) {
                        if (threads.add(each)) {
                            next.add(each);
                        }
                    }
                }
            }
        }
        return threads;
    }

    /** Whether threads other than these can release a thing with several units. */
    private boolean isFreeWithout(Thing thing, Set<ThreadView> threads) {
        return thing.kind().isAny()
                && (open.contains(thing) || holders(thing).stream().anyMatch(has -> !threads.contains(has.thread())));
    }

    /** The largest set of threads none of which can continue unless another thread of the set does. */
    public Set<ThreadView> stuck() {
        return stuck(wait -> !wait.timed());
    }

    /**
     * The same for some waits; all other waits are assumed to end by themselves.
     *
     * @param counts which waits count
     */
    public Set<ThreadView> stuck(Predicate<WaitsFor> counts) {
        Set<ThreadView> stuck = new LinkedHashSet<>();
        for (WaitsFor wait : waits.values()) {
            if (counts.test(wait) && !holders(wait.thing()).isEmpty()) {
                stuck.add(wait.thread());
            }
        }
        boolean changed = true;
        while (changed) {
            changed = stuck.removeIf(thread -> !isStuck(waits.get(thread), stuck));
        }
        return stuck;
    }

    private boolean isStuck(@Nullable WaitsFor wait, Set<ThreadView> stuck) {
        if (wait == null || (wait.thing().kind().isAny() && open.contains(wait.thing()))) {
            return false;
        }
        List<Has> all = holders(wait.thing());
        boolean needsAll = wait.thing().kind().isAny() || all.stream().allMatch(has -> has.how() == Has.How.MAY_OWN);
        return needsAll
                ? all.stream().allMatch(has -> stuck.contains(has.thread()))
                : all.stream().anyMatch(has -> stuck.contains(has.thread()));
    }

    /** Threads that wait for each other without a time limit, each group once; see {@link #circles(Predicate)}. */
    public List<Set<ThreadView>> circles() {
        return circles(wait -> !wait.timed());
    }

    /**
     * The stuck threads that wait for each other, each group once: the path from each of them, through the holders of
     * what it waits for, leads back to it. The other stuck threads only wait for threads of these groups. A group of
     * one thread waits for what it has itself.
     *
     * @param counts which waits count
     */
    public List<Set<ThreadView>> circles(Predicate<WaitsFor> counts) {
        return new Circles(this, stuck(counts)).all();
    }

    /**
     * Whether threads of a circle wait for things with several units. Then no single path around it explains the
     * circle.
     */
    public boolean isOfSeveralUnits(Set<ThreadView> circle) {
        return circle.stream()
                .map(waits::get)
                .anyMatch(wait -> wait != null && wait.thing().kind().isAny());
    }

    /**
     * The shortest path around a circle from the thread with the lowest id: each thread waits for what the next one
     * has, and the last one for what the first one has. If it has things with several units, this is one of several
     * paths.
     */
    public List<WaitsFor> around(Set<ThreadView> circle) {
        ThreadView begin = null;
        for (ThreadView each : circle) {
            begin = begin == null || each.id() < begin.id() ? each : begin;
        }
        Map<ThreadView, ThreadView> before = new HashMap<>();
        Deque<ThreadView> next = new ArrayDeque<>();
        if (begin != null) {
            next.add(begin);
        }
        while (!next.isEmpty()) {
            ThreadView thread = next.removeFirst();
            WaitsFor wait = waits.get(thread);
            for (Has has : wait == null ? List.<Has>of() : holders(wait.thing())) {
                if (has.thread().equals(begin)) {
                    return way(thread, before);
                }
                if (circle.contains(has.thread()) && before.putIfAbsent(has.thread(), thread) == null) {
                    next.add(has.thread());
                }
            }
        }
        return List.of();
    }

    private List<WaitsFor> way(ThreadView last, Map<ThreadView, ThreadView> before) {
        Deque<WaitsFor> way = new ArrayDeque<>();
        ThreadView thread = last;
        while (thread != null) {
            WaitsFor wait = waits.get(thread);
            if (wait != null) {
                way.addFirst(wait);
            }
            thread = before.get(thread);
        }
        return List.copyOf(way);
    }

    /** The same graph in which no thread waits for some things, as if there were enough of them. */
    public WaitGraph without(Predicate<Thing> enough) {
        Builder rest = new Builder();
        waits.values().forEach(wait -> {
            if (!enough.test(wait.thing())) {
                rest.waits(wait.thread(), wait.thing(), wait.timed());
            }
        });
        holders.values().forEach(all -> all.forEach(rest::has));
        uncounted.forEach((thing, threads) -> {
            if (!enough.test(thing)) {
                rest.crowd(thing, threads);
            }
        });
        open.forEach(rest::open);
        return rest.build();
    }
}
