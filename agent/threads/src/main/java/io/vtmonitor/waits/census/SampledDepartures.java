package io.vtmonitor.waits.census;

/**
 * How many threads of a sample got their turn, and how many left because their time was over, by looking at each of
 * them now and then.
 */
final class SampledDepartures {
    /** A thread whose time limit is not known, or that has none. */
    static final long UNKNOWN = Long.MAX_VALUE;

    /** Whoever wakes up and waits on has the same limit, but for the time that this takes. */
    private static final long SLACK = 20_000_000;

    private final boolean[] known;
    private final boolean[] away;
    private final boolean[] timed;
    private final long[] deadlines;
    private int turns;
    private int gaveUp;
    private int unknown;

    SampledDepartures(int sampled) {
        known = new boolean[sampled];
        away = new boolean[sampled];
        timed = new boolean[sampled];
        deadlines = new long[sampled];
    }

    /**
     * A sampled thread waits at this look. One that left, came back, and leaves again got another turn. One whose time
     * limit has changed has left and come back between two looks.
     *
     * @param limited whether it waits for a time only
     * @param deadline when that is over, by {@link System#nanoTime}; {@link #UNKNOWN} where that is not known
     * @param now the same for the moment at which it was looked at
     */
    void waits(int thread, boolean limited, long deadline, long now) {
        long before = deadlines[thread];
        boolean stale = false;
        if (known[thread] && !away[thread] && before != UNKNOWN) {
            if (isOver(before + SLACK, now)) {
                gaveUp++;
                stale = deadline == before;
            } else if (deadline != UNKNOWN && deadline - before > SLACK) {
                count(before, now);
            }
        }
        known[thread] = true;
        away[thread] = false;
        timed[thread] = limited;
        deadlines[thread] = stale ? UNKNOWN : deadline;
    }

    /**
     * A sampled thread was woken up and is still the next one in the queue. It parks again if another one was faster,
     * or leaves the queue because its time is over: what is known of its limit still holds.
     *
     * @param limited whether it may wait for a time only, where nothing is known of it yet
     */
    void isNext(int thread, boolean limited, long now) {
        if (!known[thread] || away[thread]) {
            waits(thread, limited, UNKNOWN, now);
        }
    }

    /** It does not wait any more, or never did. */
    void left(int thread, long now) {
        if (away[thread]) {
            return;
        }
        away[thread] = true;
        if (!timed[thread]) {
            turns++;
        } else {
            count(deadlines[thread], now);
        }
    }

    /** It had left when the watch began: what it waits for now is something else. */
    void leftBefore(int thread) {
        away[thread] = true;
        unknown++;
    }

    private void count(long deadline, long now) {
        if (deadline == UNKNOWN) {
            unknown++;
        } else if (isOver(deadline, now)) {
            gaveUp++;
        } else {
            turns++;
        }
    }

    /** Who left just when the time was over got nothing: the rare one that did is one of many. */
    static boolean isOver(long deadline, long now) {
        return deadline != UNKNOWN && deadline - now <= 0;
    }

    /** Turns of all threads, extrapolated from the sample; of what is not known the part that is known. */
    double turns(int threads) {
        return part(turns + (mayGiveUp() ? unknown : unknown * (1 - partThatGaveUp())), threads);
    }

    /** Threads that left because their time was over, extrapolated likewise. */
    double gaveUp(int threads) {
        return part(gaveUp + (mayGiveUp() ? 0 : unknown * partThatGaveUp()), threads);
    }

    private double partThatGaveUp() {
        return gaveUp + turns == 0 ? 0 : (double) gaveUp / (gaveUp + turns);
    }

    /** Whether some left of which it is not known whether they got anything, and no other tells. */
    boolean mayGiveUp() {
        return unknown > 0 && gaveUp + turns == 0;
    }

    private double part(double left, int threads) {
        return away.length == 0 ? 0 : left * threads / away.length;
    }
}
