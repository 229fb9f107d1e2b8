package io.vtmonitor.resources;

import io.vtmonitor.report.PoolDemand;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ResourcePool.Look;
import io.vtmonitor.waits.PoolKind;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What looks have found out about a pool. */
final class PoolView {
    /** Nanoseconds; a caller that waits less than this gets its resource at once. */
    private static final long SHORTEST_WAIT = 1_000_000;

    /** Nanoseconds; borrowers that hold a resource for longer are examined even if no thread waits. */
    static final long LONG_HOLD = 1_000_000_000;

    /**
     * Nanoseconds for which stacks of borrowers are taken after the last look that found threads waiting, or a long
     * loan.
     */
    private static final long TRACED = 60_000_000_000L;

    final PoolBook book;
    private volatile @Nullable Integer size;
    private volatile @Nullable Integer sizeOfEach;
    private volatile @Nullable Integer idle;
    private volatile int mostWaiting;
    private volatile @Nullable Look worst;
    private volatile @Nullable PoolDemand demand;
    private final DemandTotals totals = new DemandTotals();
    private volatile boolean described;
    private long lastTrouble;
    private long worstHold;

    PoolView(PoolBook book) {
        this.book = book;
    }

    /**
     * One look.
     *
     * @param stacks how many stacks may be taken
     * @return how many were taken, at most
     */
    int look(Instant at, long now, HolderLook holders, HolderLook.Owners owners, int stacks) {
        readFields();
        int waits = waiting(now);
        long longestWait = 0;
        for (Wait wait : book.waits()) {
            longestWait = Math.max(longestWait, now - wait.begin);
        }
        mostWaiting = Math.max(mostWaiting, waits);
        List<Lent> lent = HolderLook.longest(ofInterest(), stacks);
        long hold = lent.isEmpty() ? 0 : now - lent.get(0).since();
        totals.look(DemandTotals.Counted.of(book, now, hold, waits > 0));
        demand = sizeOfEach == null ? totals.demand(size) : null; // it is not known which route or key has too few
        book.leaks =
                !book.handsOver && lent.stream().anyMatch(each -> now - each.since() >= LONG_HOLD && each.isLeft());
        if (waits == 0 && hold < LONG_HOLD) {
            book.tracing = book.tracing && now - lastTrouble < TRACED;
            return 0;
        }
        lastTrouble = now;
        book.tracing = true;
        Look before = worst;
        if (lent.isEmpty() || (before != null && !isWorse(lent.size(), waits, hold, before))) {
            return 0;
        }
        List<HolderLook.Held> held = HolderLook.held(lent, book);
        if (!held.isEmpty()) {
            worstHold = hold;
            worst = new Look(
                    at,
                    book.inUse(),
                    waits,
                    waits == 0 ? 0 : longestWait,
                    held.size(),
                    holders.holders(held, now, owners));
        }
        return lent.size();
    }

    /**
     * Whether a look is worse than the worst one so far. A look with waiting threads is worse than one without. Of
     * looks that are alike in this, more loans are worse if threads wait; with as many loans, a tenth more waiting
     * threads, or about as many and a longer loan.
     */
    private boolean isWorse(int lent, int waits, long hold, Look before) {
        if (waits > 0 != before.waiting() > 0 || lent != before.lookedAt()) {
            return waits > 0 && (before.waiting() == 0 || lent > before.lookedAt());
        }
        return waits * 10L > before.waiting() * 11L || (waits * 10L >= before.waiting() * 9L && hold > worstHold);
    }

    /**
     * The loans that keep others waiting: all, or, if the pool as a whole could lend more, those for the routes or keys
     * that threads wait for.
     */
    private Collection<Lent> ofInterest() {
        Set<@Nullable PoolKey> keys = new HashSet<>();
        book.waits().forEach(wait -> keys.add(wait.key));
        Integer all = size;
        boolean mayLendMore = sizeOfEach != null && (all == null || book.inUse() < all);
        if (!mayLendMore || keys.isEmpty() || keys.contains(null)) {
            return book.lent();
        }
        List<Lent> same =
                book.lent().stream().filter(lent -> keys.contains(lent.key())).toList();
        return same.isEmpty() ? book.lent() : same;
    }

    private int waiting(long now) {
        int waits = 0;
        for (Wait wait : book.waits()) {
            waits += now - wait.begin >= SHORTEST_WAIT ? 1 : 0;
        }
        return waits;
    }

    /** Reads the pool's own figures from its fields. */
    private void readFields() {
        Object pool = book.pool.get();
        if (pool == null) {
            idle = null;
            return;
        }
        PoolKind kind = book.kind;
        if (!described) {
            book.name = PoolFields.text(pool, kind.fields().name());
            for (PoolKind.Use use : kind.uses()) {
                Object user = PoolFields.value(pool, use.field());
                if (user != null && user.getClass().getName().startsWith(use.packages())) {
                    book.title = use.name();
                    book.lends = use.lends();
                    break;
                }
            }
        }
        described = true;
        size = PoolFields.number(pool, kind.fields().size());
        sizeOfEach = PoolFields.number(pool, kind.fields().sizeOfEach());
        Integer count = PoolFields.number(pool, kind.fields().count());
        if (count == null || kind.fields().countsIdle()) {
            idle = count;
        } else {
            idle = book.late ? null : Integer.valueOf(Math.max(0, count - book.inUse()));
        }
    }

    @Nullable
    Integer size() {
        return size;
    }

    /** How many it lends at most for each route or key; null if that is not known, or not the same for all. */
    @Nullable
    Integer sizeOfEach() {
        Object pool = book.pool.get();
        String field = book.kind.fields().sizeOfEach();
        String others = field == null ? "" : field.replace("defaultMaxPerRoute", "maxPerRoute");
        Integer own = pool == null || others.equals(field) ? null : PoolFields.number(pool, others);
        return own == null || own == 0 ? sizeOfEach : null;
    }

    /** The figures now. Any thread may call it. */
    ResourcePool figures() {
        readFields();
        int waiting = waiting(System.nanoTime());
        return new ResourcePool(
                new ResourcePool.Description(book.title, book.name, book.lends, size, sizeOfEach),
                new ResourcePool.Occupancy(
                        book.inUse(), book.mostInUse(), idle, waiting, Math.max(waiting, mostWaiting)),
                new ResourcePool.Usage(
                        book.borrowings(),
                        book.failures(),
                        book.waitedNanos(),
                        book.longestWait(),
                        book.returns(),
                        book.heldNanos(),
                        book.longestHold(),
                        book.dropped()),
                worst,
                demand);
    }
}
