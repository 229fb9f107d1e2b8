package io.vtmonitor.resources;

import io.vtmonitor.waits.PoolKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Receives the calls from {@link LendingHooks} and notes each borrowing in the {@link PoolBook} of its pool. Any thread
 * may call it.
 */
final class Borrowings {
    static final int MOST_POOLS = 100;

    private final List<PoolKind> kinds;
    private final AtomicIntegerArray left;
    private final AtomicIntegerArray late;
    private final WeakIdentityMap<PoolBook> books = new WeakIdentityMap<>();
    private final CopyOnWriteArrayList<PoolBook> all = new CopyOnWriteArrayList<>();
    private final AtomicInteger stacks = new AtomicInteger();
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

    /** Stops following pools of a kind, because not all methods that lend or take back could be woven. */
    void leave(PoolKind kind) {
        left.set(kind.index(), 1);
        all.removeIf(book -> book.kind.index() == kind.index());
    }

    /** Pools of that kind may have lent resources before their methods were woven. */
    void beganLate(PoolKind kind) {
        late.set(kind.index(), 1);
    }

    /** Whether pools of a kind may have lent resources before their methods were woven. */
    boolean isLate(PoolKind kind) {
        return late.get(kind.index()) != 0;
    }

    /**
     * The current thread requests a resource of a pool.
     *
     * @param asked the pool, or an array of the pool and the route or key that the resource is for
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
            closeCollected();
        }
        if (all.size() >= MOST_POOLS) {
            notFollowed.increment();
            return null;
        }
        PoolBook fresh = new PoolBook(kind, pool, isLate(kind), stacks);
        PoolBook other = books.putIfAbsent(pool, fresh);
        if (other == null) {
            all.add(fresh);
        }
        return other == null ? fresh : other;
    }

    private void closeCollected() {
        for (PoolBook book : all) {
            if (book.pool.get() == null && all.remove(book)) {
                book.close();
            }
        }
    }

    /** The request is over. The resource is null if this call does not return it. */
    void end(Object begun, @Nullable Object resource) {
        Wait wait = (Wait) begun;
        wait.pool.end(wait, resource, recorder);
    }

    /** A resource is lent to the current thread by a method that does not return it. */
    void lend(Object pool, Object resource) {
        PoolBook book = books.get(pool);
        if (book != null && left.get(book.kind.index()) == 0) {
            book.lend(resource, recorder);
        }
    }

    /** A resource is about to be given back. Ignored if it is not noted as lent. */
    void giveBack(Object pool, Object resource) {
        PoolBook book = books.get(pool);
        if (book != null) {
            book.giveBack(resource, recorder);
        }
    }

    /** The followed pools, in the order of their first requests. */
    List<PoolBook> pools() {
        books.expunge(book -> {});
        List<PoolBook> known = new ArrayList<>(all);
        known.forEach(PoolBook::expunge);
        return known;
    }

    /** Requests of pools that are not followed because there are too many pools. */
    long notFollowed() {
        return notFollowed.sum();
    }
}
