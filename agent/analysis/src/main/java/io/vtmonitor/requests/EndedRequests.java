package io.vtmonitor.requests;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The requests that ended last, up to a bound: a pin becomes known about a second after it ended. Any thread. */
final class EndedRequests {
    /** A second's of a machine under full load; about 3 MB where they have all come. */
    private static final int MOST = 1 << 16;

    /** Pins are known by then. */
    private static final long KEPT_MILLIS = 5_000;

    private final AtomicReferenceArray<@Nullable Ended> ring = new AtomicReferenceArray<>(MOST);
    private final AtomicLong next = new AtomicLong();
    private final LongAdder forgotten = new LongAdder();

    /**
     * A request that has ended.
     *
     * @param thread the id of the thread that served it
     * @param begin in milliseconds since the epoch
     * @param end likewise
     */
    record Ended(long thread, long begin, long end, RouteTally route) {}

    void add(Ended request) {
        Ended before = ring.getAndSet((int) (next.getAndIncrement() & (MOST - 1)), request);
        if (before != null && request.end() - before.end() < KEPT_MILLIS) {
            forgotten.increment();
        }
    }

    /** How many have come. */
    long count() {
        return next.get();
    }

    /** The number of the first that is still there. */
    long first() {
        return Math.max(0, next.get() - MOST);
    }

    /** By its number; null if it is being written. */
    @Nullable
    Ended get(long number) {
        return ring.get((int) (number & (MOST - 1)));
    }

    /** How many went earlier than their pins may have come. */
    long forgotten() {
        return forgotten.sum();
    }
}
