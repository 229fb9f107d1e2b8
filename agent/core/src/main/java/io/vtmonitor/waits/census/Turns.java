package io.vtmonitor.waits.census;

/** How many turns the threads of a sample got, by looking at each of them now and then. */
final class Turns {
    private final boolean[] away;
    private int left;

    Turns(int sampled) {
        away = new boolean[sampled];
    }

    /** Whether the thread waits now. Who came back and leaves again got another turn. */
    void look(int thread, boolean waits) {
        left += !waits && !away[thread] ? 1 : 0;
        away[thread] = !waits;
    }

    /** Turns of all threads, extrapolated from the sample. */
    double of(int threads) {
        return away.length == 0 ? 0 : (double) left * threads / away.length;
    }
}
