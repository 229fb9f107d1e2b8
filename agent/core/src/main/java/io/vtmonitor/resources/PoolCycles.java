package io.vtmonitor.resources;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.threads.GraphReader;
import io.vtmonitor.waits.Verdicts.Found;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Pools that wait for themselves: everything that a pool can lend is lent to threads that wait for one more, of the
 * same pool or of another one in the same position, or for a lock or a monitor whose owner does. This counts if the
 * next look finds the same pools again with the same waits.
 */
final class PoolCycles {
    private static final int NAMED = 4;

    /** Locks and monitors from a borrower to a thread that waits for a pool. */
    private static final int MOST_LOCKS = 10;

    private Map<Part, Set<Stop>> before = Map.of();
    private final Map<Part, Instant> since = new HashMap<>();

    /**
     * A pool, or what it lends for one route or key.
     *
     * @param key null for all of it
     */
    private record Part(PoolBook book, @Nullable PoolKey key) {
        private static Part of(Wait wait) {
            return new Part(wait.pool, wait.key);
        }
    }

    /**
     * What stops a borrower.
     *
     * @param pending the wait for a pool: its own, or that of the thread that owns a lock it waits for
     * @param by what that thread owns; null where the wait is its own
     */
    private record Stop(Wait pending, @Nullable By by) {}

    /** What keeps a borrower from continuing until its owner does. */
    private enum By {
        LOCK("lock"),
        MONITOR("monitor"),
        BOTH("lock or monitor");

        private final String text;

        By(String text) {
            this.text = text;
        }

        private static By of(@Nullable By one, By other) {
            return one == null || one == other ? other : BOTH;
        }
    }

    /**
     * What is true now.
     *
     * @param live reads what borrowers wait for; null where this JDK looks different inside: only pools are seen then
     */
    List<Found> judge(List<PoolView> views, Instant at, Supplier<@Nullable GraphReader> live) {
        Map<Part, Set<Stop>> now = caught(views, live);
        since.keySet().retainAll(now.keySet());
        List<Found> found = new ArrayList<>();
        List<Part> again = now.keySet().stream()
                .filter(part -> now.getOrDefault(part, Set.of()).equals(before.get(part)))
                .toList();
        now.keySet().forEach(part -> since.putIfAbsent(part, at));
        before = now;
        if (!again.isEmpty()) {
            found.add(found(again, at));
        }
        return found;
    }

    /** Pools, or keys of them, whose resources are all lent to threads that wait for one of these, with those waits. */
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
                    live.waits(wait.thread, thing, false); // it says so that it lasts until one of them gives up
                }
            }
        }
        exhausted.forEach((part, lent) -> lend(part, lent, Objects.requireNonNull(things.get(part)), live));
        WaitGraph graph = live.graph();
        Set<ThreadView> stuck = graph.stuck();
        Map<Part, Set<Stop>> caught = new LinkedHashMap<>();
        things.forEach((part, thing) -> {
            List<Has> holders = graph.holders(thing);
            if (!holders.isEmpty()
                    && !graph.isOpen(thing)
                    && holders.stream().allMatch(has -> stuck.contains(has.thread()))) {
                Set<Stop> stops = new HashSet<>();
                holders.forEach(has -> stops.add(stop(has.thread(), graph, waits)));
                stops.remove(null);
                caught.put(part, stops);
            }
        });
        return caught;
    }

    /** One thread has borrowed all of several: it may hand them to others, that will give them back. */
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

    /** The wait for a pool that a borrower comes to by itself, or over locks and monitors; null where it is none. */
    private static @Nullable Stop stop(ThreadView borrower, WaitGraph graph, Map<Long, Wait> waits) {
        ThreadView thread = borrower;
        By by = null;
        for (int i = 0; i <= MOST_LOCKS; i++) {
            WaitsFor wait = graph.waitOf(thread);
            Wait pending = waits.get(thread.id());
            if (pending != null) {
                return new Stop(pending, by);
            }
            List<Has> owners = wait == null ? List.of() : graph.holders(wait.thing());
            if (wait == null || owners.isEmpty()) {
                return null;
            }
            by = By.of(by, wait.thing().kind() == Kind.MONITOR ? By.MONITOR : By.LOCK);
            thread = owners.get(0).thread();
        }
        return null;
    }

    /** All that is lent, if that is all there may be; else what is lent for each route or key, if that is. */
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

    private Found found(List<Part> parts, Instant at) {
        String pools = parts.stream()
                .limit(NAMED)
                .map(part -> text(part, before.getOrDefault(part, Set.of())))
                .collect(Collectors.joining("; "));
        Instant begin = parts.stream()
                .map(part -> since.getOrDefault(part, at))
                .max(Instant::compareTo)
                .orElse(at);
        PoolBook first = parts.get(0).book();
        List<PoolBook> books = parts.stream().map(Part::book).distinct().toList();
        By by = by(parts.stream()
                .flatMap(part -> before.getOrDefault(part, Set.of()).stream())
                .toList());
        return new Found(
                WaitVerdictKind.DEADLOCK,
                "pools " + books.stream().map(PoolCycles::name).sorted().collect(Collectors.joining(", ")),
                Confidence.LIKELY,
                begin,
                books.stream().mapToInt(book -> book.waits().size()).sum(),
                null,
                first.title,
                pools + ". Two looks in a row found the same. It lasts until one of these waits times out.",
                by != null
                        ? "Let no thread borrow a " + first.lends + " while it owns a " + by.text
                                + " that threads with one wait for: borrow it before the " + by.text
                                + " is taken, or release the " + by.text + " first."
                        : "Let a thread that has a " + first.lends
                                + " borrow no other one, or bound the threads that do so to fewer than the pool lends.");
    }

    private static String text(Part part, Set<Stop> holders) {
        PoolBook book = part.book();
        PoolKey key = part.key();
        int lent = (int) book.lent().stream()
                .filter(each -> key == null || key.equals(each.key()))
                .count();
        boolean same = holders.stream()
                .allMatch(stop -> stop.pending().pool.equals(book) && (key == null || key.equals(stop.pending().key)));
        String ofKey = key == null ? "" : " for one route or key";
        String others = holders.stream()
                .map(Stop::pending)
                .map(wait -> (!wait.pool.equals(book) && name(wait.pool).equals(name(book)) ? "another " : "")
                        + name(wait.pool))
                .distinct()
                .sorted()
                .collect(Collectors.joining(" and "));

        boolean own = key != null
                && holders.stream().allMatch(stop -> stop.pending().pool.equals(book));
        String wanted = same
                ? (key == null ? "one more of it" : "one more for the same")
                : own ? "one for another route or key of it" : "one of " + others;
        return (lent == 1 ? "the only " + book.lends : "all " + lent + " " + book.lends + "s") + " of " + name(book)
                + ofKey
                + (lent == 1 ? " is lent to a thread that waits for " : " are lent to threads that wait for ")
                + owned(holders)
                + wanted;
    }

    private static String owned(Set<Stop> holders) {
        By by = by(holders);
        String owners = by == null ? "" : "a " + by.text + " whose owner waits for";
        boolean all = holders.stream().allMatch(stop -> stop.by() != null);
        return by == null ? "" : all ? owners + " " : owners + ", or themselves wait for, ";
    }

    /** What is between them and the pools; null where all wait for those themselves. */
    private static @Nullable By by(Collection<Stop> stops) {
        By by = null;
        for (Stop stop : stops) {
            by = stop.by() == null ? by : By.of(by, stop.by());
        }
        return by;
    }

    private static String name(PoolBook book) {
        return book.name == null ? book.title : book.name + " (" + book.title + ")";
    }
}
