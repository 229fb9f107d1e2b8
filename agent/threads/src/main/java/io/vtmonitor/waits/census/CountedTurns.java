package io.vtmonitor.waits.census;

/**
 * How many turns there were, by those that looks have seen. A long step shows one turn where there were many. Short
 * steps, a window of them now and then, show each: where two of three windows have some, their pace holds for all the
 * time.
 */
final class CountedTurns {
    /** Fewer windows, or windows of a shorter time, may show a burst. */
    private static final int ENOUGH_WINDOWS = 4;

    private static final double ENOUGH_SECONDS = 0.9;

    private double seen;
    private boolean moving;
    private double inWindow;
    private double inWindows;
    private double windowSeconds;
    private int windows;
    private int windowsWithTurns;
    private int skipped;

    /**
     * A step ends.
     *
     * @param seenSoFar turns that were seen since the begin
     * @param seconds that it took
     * @param isShort whether it is one of a window
     */
    void step(double seenSoFar, double seconds, boolean isShort) {
        double now = Math.max(0, seenSoFar - seen);
        seen = seenSoFar;
        if (isShort) {
            inWindow += now;
            windowSeconds += seconds;
        } else {
            moving = now > 0;
        }
    }

    void endWindow() {
        windows++;
        windowsWithTurns += inWindow > 0 ? 1 : 0;
        inWindows += inWindow;
        inWindow = 0;
    }

    /** There would be a window now, and the last long step has seen no turn. */
    void skipWindow() {
        windows++;
        skipped++;
    }

    /** Whether the last long step has seen a turn, so that shorter ones may see more. */
    boolean isMoving() {
        return moving;
    }

    /** Turns since the begin, which was so many seconds ago. */
    double turns(double seconds) {
        boolean steady = seconds >= ENOUGH_SECONDS && windows >= ENOUGH_WINDOWS && windowsWithTurns * 3 >= windows * 2;
        double pace = steady ? inWindows / windowSeconds * (windows - skipped) / windows : 0;
        return Math.max(seen, pace * seconds);
    }
}
