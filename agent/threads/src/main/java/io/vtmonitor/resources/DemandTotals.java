package io.vtmonitor.resources;

import io.vtmonitor.report.PoolDemand;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what callers request of a pool, over the times between two looks that both found threads waiting: a quiet
 * hour says nothing about a busy one. Not thread-safe.
 *
 * <p>An exhausted pool serves fewer callers than come, so requests count, not borrowings. If all callers were served in
 * the end, they may be the same ones that come back. Then the most callers at a time are a bound of the size.
 */
final class DemandTotals {
    private static final double NANOS = 1e9;

    /** Less time, or fewer returns, are too little for an estimate. */
    private static final double FEWEST_SECONDS = 3;

    private static final int FEWEST_RETURNS = 30;

    /**
     * The time that resources were held until they returned, and the time that looks found them lent, may differ by
     * this factor. If they differ more, some resources never came back.
     */
    private static final double AGREES = 1.25;

    /** Callers come faster than they are served if requests exceed returns by this factor. */
    private static final double GROWS = 1.05;

    /** How long a caller may wait if only {@code mostAdmitted} are admitted at a time. */
    private static final double WAIT_SECONDS = 0.5;

    private long nanos;
    private long asked;
    private long returns;
    private long held;
    private double lentNanos;
    private int mostCallers;
    private @Nullable Counted before;

    /**
     * The counts of a pool at a look.
     *
     * @param nanos the time of the look, as {@link System#nanoTime}
     * @param inLine callers that have requested a resource and have none yet
     * @param longestLent nanoseconds for which the oldest loan has lasted
     * @param waits whether any caller has waited for a millisecond or longer
     */
    record Counted(
            long nanos,
            long borrowings,
            long failures,
            int inLine,
            long returns,
            long heldNanos,
            int inUse,
            long longestLent,
            boolean waits) {
        static Counted of(PoolBook book, long nanos, long longestLent, boolean waits) {
            return new Counted(
                    nanos,
                    book.borrowings(),
                    book.failures(),
                    book.waits().size(),
                    book.returns(),
                    book.heldNanos(),
                    book.inUse(),
                    longestLent,
                    waits);
        }

        private long requestsSince(Counted other) {
            return borrowings - other.borrowings + failures - other.failures + inLine - other.inLine;
        }
    }

    /** Adds a look. */
    void look(Counted now) {
        Counted last = before;
        before = now;
        if (last == null || !last.waits || !now.waits) {
            return;
        }
        asked += Math.max(0, now.requestsSince(last));
        long passed = now.nanos - last.nanos;
        nanos += passed;
        returns += now.returns - last.returns;
        held += now.heldNanos - last.heldNanos;
        lentNanos += passed * (last.inUse + now.inUse) / 2.0;
        mostCallers = Math.max(mostCallers, now.inUse + now.inLine);
    }

    /**
     * The demand; null if there is too little data, or if it is inconsistent.
     *
     * @param size the size of the pool; null if it is not known
     */
    @Nullable
    PoolDemand demand(@Nullable Integer size) {
        if (nanos < FEWEST_SECONDS * NANOS || returns < FEWEST_RETURNS || isOneAlwaysLent() || !agrees()) {
            return null;
        }
        double needed = (double) asked / nanos * held / returns;
        boolean growing = asked > GROWS * returns;
        int newSize = growing
                ? (int) Math.min(Math.ceil(needed + Math.sqrt(needed)), Math.max(mostCallers, Math.ceil(needed)))
                : mostCallers;
        if (size != null && newSize <= size) {
            return null; // the pool has that many: callers waited for something else, such as a new connection
        }
        Integer admitted = size == null ? null : Integer.valueOf(size + (int) (returns * NANOS / nanos * WAIT_SECONDS));
        return new PoolDemand(nanos, asked, returns, held, mostCallers, needed, newSize, growing, admitted);
    }

    /** Whether a resource was lent all the time. No size is enough for a pool that does not get its resources back. */
    private boolean isOneAlwaysLent() {
        return before != null && before.longestLent >= nanos;
    }

    /** Whether Little's law holds for the measured figures themselves. */
    private boolean agrees() {
        return held <= AGREES * lentNanos && lentNanos <= AGREES * held;
    }
}
