package io.vtmonitor.resources;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Found;
import io.vtmonitor.waits.census.LockOwners;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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

    private Map<PoolBook, Set<Stop>> before = Map.of();
    private final Map<PoolBook, Instant> since = new HashMap<>();

    /**
     * What stops a borrower.
     *
     * @param pending the wait for a pool: its own, or that of the thread that owns a lock it waits for
     * @param by what that thread owns; null where the wait is its own
     */
    private record Stop(Wait pending, @Nullable By by) {}

    /** What keeps a borrower from going on until its owner does. */
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
     * @param blocking who owns the lock or monitor that a thread waits for, null where it waits for none
     */
    List<Found> judge(List<PoolView> views, Instant at, Function<Thread, LockOwners.@Nullable Held> blocking) {
        Map<PoolBook, Set<Stop>> now = caught(views, blocking);
        since.keySet().retainAll(now.keySet());
        List<Found> found = new ArrayList<>();
        List<PoolView> again = views.stream()
                .filter(view -> {
                    Set<Stop> waits = now.get(view.book);
                    return waits != null && waits.equals(before.get(view.book));
                })
                .toList();
        now.keySet().forEach(book -> since.putIfAbsent(book, at));
        before = now;
        if (!again.isEmpty()) {
            found.add(found(again, at));
        }
        return found;
    }

    /** Pools whose resources are all lent to threads that wait for one of these pools, with those waits. */
    private Map<PoolBook, Set<Stop>> caught(
            List<PoolView> views, Function<Thread, LockOwners.@Nullable Held> blocking) {
        IdentityHashMap<Thread, Wait> waits = new IdentityHashMap<>();
        for (PoolView view : views) {
            view.book.waits().forEach(wait -> waits.put(wait.thread, wait));
        }
        Map<PoolBook, Set<Stop>> caught = new HashMap<>();
        for (PoolView view : views) {
            Integer size = view.size();
            if (size != null && size > 0 && view.book.inUse() >= size) {
                Set<Stop> holders = stops(view.book, waits, blocking);
                if (holders != null) {
                    caught.put(view.book, holders);
                }
            }
        }
        boolean changed = true;
        while (changed) {
            Set<PoolBook> known = Set.copyOf(caught.keySet());
            changed = caught.values()
                    .removeIf(holders -> holders.stream().anyMatch(stop -> !known.contains(stop.pending().pool)));
        }
        return caught;
    }

    /** Those of all who have something of it; null where one of them does not wait. */
    private static @Nullable Set<Stop> stops(
            PoolBook book, IdentityHashMap<Thread, Wait> waits, Function<Thread, LockOwners.@Nullable Held> blocking) {
        Set<Stop> holders = new HashSet<>();
        if (book.handsOver || isDispatched(book)) {
            return null;
        }
        for (Lent lent : book.lent()) {
            Thread borrower = lent.borrower().get();
            Stop stop = borrower == null ? null : stop(borrower, waits, blocking);
            if (stop == null) {
                return null;
            }
            holders.add(stop);
        }
        return holders.isEmpty() ? null : holders;
    }

    /** One thread has borrowed all of several: it may hand them to others, that will give them back. */
    private static boolean isDispatched(PoolBook book) {
        List<Lent> lent = List.copyOf(book.lent());
        Thread first = lent.size() < 2 ? null : lent.get(0).borrower().get();
        return first != null && lent.stream().allMatch(each -> each.isLentTo(first));
    }

    private static @Nullable Stop stop(
            Thread borrower,
            IdentityHashMap<Thread, Wait> waits,
            Function<Thread, LockOwners.@Nullable Held> blocking) {
        Thread thread = borrower;
        By by = null;
        for (int i = 0; i <= MOST_LOCKS; i++) {
            Wait wait = waits.get(thread);
            if (wait != null) {
                return new Stop(wait, by);
            }
            LockOwners.Held held = blocking.apply(thread);
            if (held == null) {
                return null;
            }
            by = By.of(by, held.monitor() ? By.MONITOR : By.LOCK);
            thread = held.owner();
        }
        return null;
    }

    private Found found(List<PoolView> views, Instant at) {
        String pools = views.stream()
                .limit(NAMED)
                .map(view -> text(view.book, before.getOrDefault(view.book, Set.of())))
                .collect(Collectors.joining("; "));
        Instant begin = views.stream()
                .map(view -> since.getOrDefault(view.book, at))
                .max(Instant::compareTo)
                .orElse(at);
        PoolBook first = views.get(0).book;
        By by = by(views.stream()
                .flatMap(view -> before.getOrDefault(view.book, Set.of()).stream())
                .toList());
        return new Found(
                WaitVerdictKind.DEADLOCK,
                "pools " + views.stream().map(view -> name(view.book)).sorted().collect(Collectors.joining(", ")),
                Confidence.LIKELY,
                begin,
                views.stream().mapToInt(view -> view.book.waits().size()).sum(),
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

    private static String text(PoolBook book, Set<Stop> holders) {
        int lent = book.lent().size();
        boolean same = holders.stream().allMatch(stop -> stop.pending().pool.equals(book));
        String others = holders.stream()
                .map(Stop::pending)
                .map(wait -> (!wait.pool.equals(book) && name(wait.pool).equals(name(book)) ? "another " : "")
                        + name(wait.pool))
                .distinct()
                .sorted()
                .collect(Collectors.joining(" and "));
        return (lent == 1 ? "the only " + book.lends : "all " + lent + " " + book.lends + "s") + " of " + name(book)
                + (lent == 1 ? " is lent to a thread that waits for " : " are lent to threads that wait for ")
                + owned(holders)
                + (same ? "one more of it" : "one of " + others);
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
