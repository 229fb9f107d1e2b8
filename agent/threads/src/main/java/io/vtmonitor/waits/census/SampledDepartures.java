package io.vtmonitor.waits.census;

/**
 * Counts how many threads of a sample got their turn, and how many left because their time limit had passed, from
 * repeated looks at each of them.
 */
final class SampledDepartures {
    /** The deadline of a thread whose time limit is not known, or that has none. */
    static final long UNKNOWN = Long.MAX_VALUE;

    /** A thread that wakes up and continues to wait keeps its deadline, give or take this many nanoseconds. */
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
     * A sampled thread waits at this look. A thread that left, came back, and leaves again counts twice. A thread whose
     * deadline has changed has left and come back between two looks.
     *
     * @param limited whether its wait has a time limit
     * @param deadline when the time limit passes, as {@link System#nanoTime}; {@link #UNKNOWN} if that is not known
     * @param now when the thread was read, as {@link System#nanoTime}
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
     * A sampled thread was woken up and is still the next one in the queue. It parks again if another thread was
     * faster, or leaves the queue because its time limit has passed. What is known of its limit still holds.
     *
     * @param limited whether its wait may have a time limit; used if nothing is known of the thread yet
     */
    void isNext(int thread, boolean limited, long now) {
        if (!known[thread] || away[thread]) {
            waits(thread, limited, UNKNOWN, now);
        }
    }

    /** A sampled thread does not wait any more. */
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

    /** A sampled thread had left when the watch began: it waits for something else now. */
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

    /**
     * Whether a deadline has passed. A thread that left after its deadline counts as one that gave up; that a few of
     * these got their turn just then is ignored.
     */
    static boolean isOver(long deadline, long now) {
        return deadline != UNKNOWN && deadline - now <= 0;
    }

    /**
     * Turns of all threads, extrapolated from the sample. Departures of unknown kind are divided like the known ones;
     * if no kind is known, all count as turns.
     */
    double turns(int threads) {
        return part(turns + (mayGiveUp() ? unknown : unknown * (1 - partThatGaveUp())), threads);
    }

    /** Threads that left because their time limit had passed, extrapolated in the same way. */
    double gaveUp(int threads) {
        return part(gaveUp + (mayGiveUp() ? 0 : unknown * partThatGaveUp()), threads);
    }

    private double partThatGaveUp() {
        return gaveUp + turns == 0 ? 0 : (double) gaveUp / (gaveUp + turns);
    }

    /** Whether threads left of which it is not known whether they got their turn, and no other departure shows it. */
    boolean mayGiveUp() {
        return unknown > 0 && gaveUp + turns == 0;
    }

    private double part(double left, int threads) {
        return away.length == 0 ? 0 : left * threads / away.length;
    }
}
