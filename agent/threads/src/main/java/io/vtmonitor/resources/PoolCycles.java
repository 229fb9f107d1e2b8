package io.vtmonitor.resources;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Basis;
import io.vtmonitor.report.WaitFacts.LentOut;
import io.vtmonitor.report.WaitFacts.NamedPool;
import io.vtmonitor.report.WaitFacts.OtherPool;
import io.vtmonitor.report.WaitFacts.Owned;
import io.vtmonitor.report.WaitFacts.PoolCycle;
import io.vtmonitor.report.WaitFacts.Wanted;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.threads.GraphReader;
import io.vtmonitor.waits.PoolPath;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds pools that wait for themselves: all that a pool can lend is lent to threads that wait for another resource.
 * They wait for one of the same pool, or of another pool in this state. Or they wait for another thread that does so,
 * the owner of a lock for example. It is reported if the next look finds the same pools with the same waits.
 */
final class PoolCycles {
    private static final Comparator<NamedPool> BY_TITLE =
            Comparator.comparing(NamedPool::title).thenComparing(pool -> String.valueOf(pool.name()));

    /** Nanoseconds; callers of a pool that is only busy may wait this long. */
    private static final long LONG_WAIT = 500_000_000;

    private Map<Part, Set<Stop>> before = Map.of();
    private final Map<Part, Instant> since = new HashMap<>();
    private Set<String> suspected = Set.of();
    private Set<String> reported = Set.of();
    private final Map<String, Set<String>> effects = new TreeMap<>();

    /**
     * A pool, or the part of it for one route or key.
     *
     * @param key the route or key; null for the whole pool
     */
    private record Part(PoolBook book, @Nullable PoolKey key) {
        private static Part of(Wait wait) {
            return new Part(wait.pool, wait.key);
        }
    }

    /**
     * What a borrower waits for in the end.
     *
     * @param pending the wait for a pool: the borrower's own, or that of a thread for which it waits
     * @param by through what it waits for that thread; null if the wait is the borrower's own
     */
    private record Stop(Wait pending, @Nullable Owned by) {}

    /**
     * The verdicts at a look.
     *
     * @param nanos when it is, of {@link System#nanoTime}
     * @param live reads what borrowers wait for; it gives null if this JDK looks different inside, and then nothing is
     *     found
     */
    List<Judgment> judge(List<PoolView> views, Instant at, long nanos, Supplier<@Nullable GraphReader> live) {
        Map<Part, Set<Stop>> now = caught(views, live);
        since.keySet().retainAll(now.keySet());
        List<Judgment> found = new ArrayList<>();
        List<Part> again = now.keySet().stream()
                .filter(part -> now.getOrDefault(part, Set.of()).equals(before.get(part)))
                .toList();
        now.keySet().forEach(part -> since.putIfAbsent(part, at));
        reported = kinds(Set.copyOf(again), views, nanos);
        suspected = before.keySet().containsAll(now.keySet()) ? Set.of() : kinds(now.keySet(), views, nanos);
        effects.keySet().retainAll(reported);
        before = now;
        if (!again.isEmpty()) {
            found.add(found(again, at));
        }
        return found;
    }

    /** The kinds of these pools, without those of which threads also wait long for other pools, or for other keys. */
    private static Set<String> kinds(Set<Part> caught, List<PoolView> views, long nanos) {
        Set<String> kinds = new HashSet<>();
        caught.forEach(part -> kinds.add(part.book().title));
        for (PoolView view : views) {
            boolean others = view.book.waits().stream()
                    .filter(wait -> nanos - wait.begin >= LONG_WAIT)
                    .anyMatch(wait -> !caught.contains(new Part(wait.pool, null)) && !caught.contains(Part.of(wait)));
            if (others) {
                kinds.remove(view.book.title);
            }
        }
        return kinds;
    }

    /** Whether the last look found such a deadlock of a kind of pool for the first time. The next one decides. */
    boolean suspects(String kind) {
        return suspected.contains(kind) && !reported.contains(kind);
    }

    /**
     * Lets the deadlock cover an effect, if it is why threads wait for pools of a kind.
     *
     * @return false if there is no such deadlock
     */
    boolean cover(String kind, String effect) {
        boolean covers = reported.contains(kind);
        if (covers) {
            effects.computeIfAbsent(kind, key -> new TreeSet<>()).add(effect);
        }
        return covers;
    }

    /**
     * Pools, or parts of them, whose resources are all lent to threads that wait for one of these pools, with these
     * waits.
     */
    private static Map<Part, Set<Stop>> caught(List<PoolView> views, Supplier<@Nullable GraphReader> opened) {
        Map<Part, List<Lent>> exhausted = new LinkedHashMap<>();
        views.forEach(view -> exhausted.putAll(exhausted(view)));
        GraphReader live = exhausted.isEmpty() ? null : opened.get();
        if (live == null) {
            return Map.of();
        }
        Map<Part, Thing> things = new LinkedHashMap<>();
        exhausted
                .keySet()
                .forEach(part -> things.put(
                        part, new Thing(Kind.POOLED_OBJECT, part.book().title, part.book().name, new Object())));
        Map<Long, Wait> waits = new HashMap<>();
        for (PoolView view : views) {
            for (Wait wait : view.book.waits()) {
                Thing all = things.get(new Part(wait.pool, null));
                Thing thing = all == null ? things.get(Part.of(wait)) : all;
                if (thing != null) {
                    waits.put(wait.thread.getId(), wait);
                    live.waits(wait.thread, thing, false); // the verdict says that it lasts until a thread gives up
                }
            }
        }
        exhausted.forEach((part, lent) -> lend(part, lent, Objects.requireNonNull(things.get(part)), live));
        WaitGraph graph = live.graph();
        Set<ThreadView> stuck = PoolPath.stuck(graph, wait -> !wait.timed());
        Map<Part, Set<Stop>> caught = new LinkedHashMap<>();
        things.forEach((part, thing) -> {
            List<Has> holders = graph.holders(thing);
            if (!holders.isEmpty()
                    && !graph.isOpen(thing)
                    && holders.stream().allMatch(has -> stuck.contains(has.thread()))) {
                Set<Stop> stops = new HashSet<>();
                holders.forEach(has -> stops.add(stop(has.thread(), graph, stuck, waits)));
                if (!stops.contains(null)) {
                    caught.put(part, stops);
                }
            }
        });
        return caught;
    }

    /**
     * Adds the borrowers. If one thread has borrowed all of several resources, it may hand them to other threads that
     * give them back, so the holders are not known.
     */
    private static void lend(Part part, List<Lent> all, Thing thing, GraphReader live) {
        if (part.book().handsOver || isDispatched(all)) {
            live.open(thing);
            return;
        }
        for (Lent lent : all) {
            Thread borrower = lent.borrower().get();
            if (borrower == null) {
                live.open(thing);
            } else {
                live.has(thing, borrower, -1, How.OWNS, Confidence.EXACT);
                live.read(borrower);
            }
        }
    }

    /** The wait for a pool that stops a borrower, its own or one through other threads; null if there is none. */
    private static @Nullable Stop stop(
            ThreadView borrower, WaitGraph graph, Set<ThreadView> stuck, Map<Long, Wait> waits) {
        PoolPath path = PoolPath.of(borrower, graph, stuck);
        Wait pending = path == null ? null : waits.get(path.end().thread().id());
        return path == null || pending == null ? null : new Stop(pending, path.by());
    }

    /** All loans, if the pool can lend no more; else the loans for each route or key for which it can lend no more. */
    private static Map<Part, List<Lent>> exhausted(PoolView view) {
        Integer size = view.size();
        if (size != null && size > 0 && view.book.inUse() >= size) {
            return Map.of(new Part(view.book, null), List.copyOf(view.book.lent()));
        }
        Integer each = view.sizeOfEach();
        Map<Part, List<Lent>> byKey = new LinkedHashMap<>();
        if (each != null && each > 0) {
            for (Lent lent : view.book.lent()) {
                PoolKey key = lent.key();
                if (key != null) {
                    byKey.computeIfAbsent(new Part(view.book, key), part -> new ArrayList<>())
                            .add(lent);
                }
            }
            byKey.values().removeIf(lent -> lent.size() < each);
        }
        return byKey;
    }

    private static boolean isDispatched(List<Lent> lent) {
        Thread first = lent.size() < 2 ? null : lent.get(0).borrower().get();
        return first != null && lent.stream().allMatch(each -> each.isLentTo(first));
    }

    private Judgment found(List<Part> parts, Instant at) {
        Instant begin = parts.stream()
                .map(part -> since.getOrDefault(part, at))
                .max(Instant::compareTo)
                .orElse(at);
        List<PoolBook> books = parts.stream().map(Part::book).distinct().toList();
        List<LentOut> lentOut = parts.stream()
                .map(part -> lentOut(part, before.getOrDefault(part, Set.of())))
                .toList();
        Owned by = by(parts.stream()
                .flatMap(part -> before.getOrDefault(part, Set.of()).stream())
                .toList());
        return new Judgment(
                WaitVerdictKind.DEADLOCK,
                books.stream().map(PoolCycles::named).sorted(BY_TITLE).toList().toString(),
                Confidence.LIKELY,
                begin,
                books.stream().mapToInt(book -> book.waits().size()).sum(),
                null,
                books.get(0).title,
                new PoolCycle(lentOut, by, Basis.TWO_LOOKS),
                effects.values().stream().flatMap(Set::stream).toList());
    }

    private static LentOut lentOut(Part part, Set<Stop> holders) {
        PoolBook book = part.book();
        PoolKey key = part.key();
        int lent = (int) book.lent().stream()
                .filter(each -> key == null || key.equals(each.key()))
                .count();
        boolean own = holders.stream().allMatch(stop -> stop.pending().pool.equals(book));
        boolean same = own && (key == null || holders.stream().allMatch(stop -> key.equals(stop.pending().key)));
        return new LentOut(
                named(book),
                book.lends,
                lent,
                key != null,
                by(holders),
                holders.stream().allMatch(stop -> stop.by() != null),
                same ? Wanted.ONE_MORE : own ? Wanted.OTHER_KEY : Wanted.OTHER_POOL,
                holders.stream()
                        .map(stop -> other(stop.pending().pool, book))
                        .distinct()
                        .toList());
    }

    private static OtherPool other(PoolBook wanted, PoolBook lent) {
        return new OtherPool(
                named(wanted), !wanted.equals(lent) && named(wanted).equals(named(lent)));
    }

    /** What is between the borrowers and the pools; null if all borrowers wait for the pools themselves. */
    private static @Nullable Owned by(Collection<Stop> stops) {
        Owned by = null;
        for (Stop stop : stops) {
            by = stop.by() == null ? by : Owned.both(by, stop.by());
        }
        return by;
    }

    private static NamedPool named(PoolBook book) {
        return new NamedPool(book.name, book.title);
    }
}
