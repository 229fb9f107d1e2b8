package io.vtmonitor.waits.census;

/**
 * Estimates how many turns there were from the turns that the steps of a watch saw. A long step may show one turn
 * though there were many. Short steps show each turn, so there is a window of short steps now and then. If at least two
 * of three windows have turns, the rate in the windows is taken for the whole time.
 */
final class CountedTurns {
    /** Fewer windows, or a shorter watch, may show only a burst. */
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
     * Ends a step.
     *
     * @param seenSoFar turns that were seen since the start
     * @param seconds how long the step took
     * @param isShort whether the step is part of a window
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

    /** Leaves a window out because the last long step saw no turn. It counts as a window without turns. */
    void skipWindow() {
        windows++;
        skipped++;
    }

    /** Whether the last long step saw a turn, so that short steps may see more. */
    boolean isMoving() {
        return moving;
    }

    /** The estimated turns in the {@code seconds} since the start. */
    double turns(double seconds) {
        boolean steady = seconds >= ENOUGH_SECONDS && windows >= ENOUGH_WINDOWS && windowsWithTurns * 3 >= windows * 2;
        double pace = steady ? inWindows / windowSeconds * (windows - skipped) / windows : 0;
        return Math.max(seen, pace * seconds);
    }
}
