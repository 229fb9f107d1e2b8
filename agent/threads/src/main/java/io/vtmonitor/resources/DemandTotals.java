package io.vtmonitor.resources;

import io.vtmonitor.report.PoolDemand;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what callers ask of a pool between looks at both of which threads waited: a quiet hour says nothing of a busy
 * one. For one thread.
 *
 * <p>A pool that is exhausted serves fewer than come, so the callers count, not the borrowings. Where all that came
 * were served in the end, they may be the same ones that come back: then the most callers at a time are a bound.
 */
final class DemandTotals {
    private static final double NANOS = 1e9;

    /** Less time, or fewer returns, say too little. */
    private static final double FEWEST_SECONDS = 3;

    private static final int FEWEST_RETURNS = 30;

    /** What was held as measured, and what was lent as looked at, must agree so far: else some never came back. */
    private static final double AGREES = 1.25;

    /** Callers come faster than they are served if more come than are served, by so much. */
    private static final double GROWS = 1.05;

    /** How long callers may wait that are admitted. */
    private static final double WAIT_SECONDS = 0.5;

    private long nanos;
    private long asked;
    private long returns;
    private long held;
    private double lentNanos;
    private int mostCallers;
    private @Nullable Counted before;

    /**
     * The pool's counts at a look.
     *
     * @param nanos as {@code System.nanoTime}
     * @param inLine callers that have asked and have none yet
     * @param longestLent nanoseconds since the first of what is lent now was lent
     * @param waits whether some of them wait for a while
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

        private long askedSince(Counted other) {
            return borrowings - other.borrowings + failures - other.failures + inLine - other.inLine;
        }
    }

    /** The next look. */
    void look(Counted now) {
        Counted last = before;
        before = now;
        if (last == null || !last.waits || !now.waits) {
            return;
        }
        asked += Math.max(0, now.askedSince(last));
        long passed = now.nanos - last.nanos;
        nanos += passed;
        returns += now.returns - last.returns;
        held += now.heldNanos - last.heldNanos;
        lentNanos += passed * (last.inUse + now.inUse) / 2.0;
        mostCallers = Math.max(mostCallers, now.inUse + now.inLine);
    }

    /**
     * What they come to; null if that is too little to tell, or does not fit together.
     *
     * @param size of the pool; null if that is not known
     */
    @Nullable
    PoolDemand demand(@Nullable Integer size) {
        if (nanos < FEWEST_SECONDS * NANOS || returns < FEWEST_RETURNS || keepsOne() || !agrees()) {
            return null;
        }
        double needed = (double) asked / nanos * held / returns;
        boolean growing = asked > GROWS * returns;
        int newSize = growing
                ? (int) Math.min(Math.ceil(needed + Math.sqrt(needed)), Math.max(mostCallers, Math.ceil(needed)))
                : mostCallers;
        Integer admitted = size == null ? null : Integer.valueOf(size + (int) (returns * NANOS / nanos * WAIT_SECONDS));
        return new PoolDemand(nanos, asked, returns, held, mostCallers, needed, newSize, growing, admitted);
    }

    /** Something was lent all the time: no size lasts for a pool that gets back less than it lends. */
    private boolean keepsOne() {
        return before != null && before.longestLent >= nanos;
    }

    /** Little's law on what was measured itself. */
    private boolean agrees() {
        return held <= AGREES * lentNanos && lentNanos <= AGREES * held;
    }
}
