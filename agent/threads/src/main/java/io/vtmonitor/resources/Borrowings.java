package io.vtmonitor.resources;

import io.vtmonitor.waits.PoolKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The receiver of the calls from {@link LendingHooks}: borrowings of all pools, each noted in its pool's book. May be
 * called by any thread.
 */
final class Borrowings {
    static final int MOST_POOLS = 100;

    private final List<PoolKind> kinds;
    private final AtomicIntegerArray left;
    private final AtomicIntegerArray late;
    private final WeakIdentityMap<PoolBook> books = new WeakIdentityMap<>();
    private final CopyOnWriteArrayList<PoolBook> all = new CopyOnWriteArrayList<>();
    private final LongAdder notFollowed = new LongAdder();
    private volatile ResourceRecorder recorder = ResourceRecorder.NONE;

    Borrowings(List<PoolKind> kinds) {
        this.kinds = kinds;
        left = new AtomicIntegerArray(kinds.size());
        late = new AtomicIntegerArray(kinds.size());
    }

    void record(ResourceRecorder to) {
        recorder = to;
    }

    /** From now on no pool of that kind is followed: not all of what lends and gives back is woven. */
    void leave(PoolKind kind) {
        left.set(kind.index(), 1);
        all.removeIf(book -> book.kind.index() == kind.index());
    }

    /** Pools of that kind may have lent something that nobody noted. */
    void beganLate(PoolKind kind) {
        late.set(kind.index(), 1);
    }

    /** Whether that holds for pools of the kind. */
    boolean isLate(PoolKind kind) {
        return late.get(kind.index()) != 0;
    }

    /**
     * A thread asks a pool for a resource.
     *
     * @param asked the pool, or an array of it and the route or key that the resource is for
     */
    @Nullable
    Object begin(Object kind, Object asked) {
        Object pool = asked instanceof Object[] pair ? pair[0] : asked;
        Object key = asked instanceof Object[] pair ? pair[1] : null;
        PoolBook book = books.get(pool);
        if (book == null) {
            book = open(kinds.get((Integer) kind), pool);
        }
        return book == null || left.get(book.kind.index()) != 0 ? null : book.begin(key, recorder);
    }

    private @Nullable PoolBook open(PoolKind kind, Object pool) {
        if (left.get(kind.index()) != 0) {
            return null;
        }
        if (all.size() >= MOST_POOLS) {
            all.removeIf(book -> book.pool.get() == null);
        }
        if (all.size() >= MOST_POOLS) {
            notFollowed.increment();
            return null;
        }
        PoolBook fresh = new PoolBook(kind, pool, isLate(kind));
        PoolBook other = books.putIfAbsent(pool, fresh);
        if (other == null) {
            all.add(fresh);
        }
        return other == null ? fresh : other;
    }

    /** It has got one, or null. */
    void end(Object begun, @Nullable Object resource) {
        Wait wait = (Wait) begun;
        wait.pool.end(wait, resource, recorder);
    }

    /** A resource is lent to the current thread. */
    void lend(Object pool, Object resource) {
        PoolBook book = books.get(pool);
        if (book != null && left.get(book.kind.index()) == 0) {
            book.lend(resource, recorder);
        }
    }

    /** A resource is about to be given back, if it is lent. */
    void giveBack(Object pool, Object resource) {
        PoolBook book = books.get(pool);
        if (book != null) {
            book.giveBack(resource, recorder);
        }
    }

    /** Pools in the order in which they were first asked. */
    List<PoolBook> pools() {
        books.expunge(book -> {});
        List<PoolBook> known = new ArrayList<>(all);
        known.forEach(PoolBook::expunge);
        return known;
    }

    /** How often a pool was asked that is not followed, since too many are. */
    long notFollowed() {
        return notFollowed.sum();
    }
}
