package io.vtmonitor.cli.output;

import java.io.PrintWriter;

/** Shows the progress of a command on a line of standard error, if that is a terminal. Not thread-safe. */
public final class ProgressBar {
    private static final int WIDTH = 30;
    private static final long STEP_NANOS = 100_000_000;

    private final PrintWriter err;
    private final boolean shown = Terminal.showsErrors();
    private boolean drawn;
    private long last = System.nanoTime() - STEP_NANOS;

    public ProgressBar(PrintWriter err) {
        this.err = err;
    }

    /**
     * Draws the bar, at most ten times a second.
     *
     * @param done the number of items that are done
     * @param of the number of all items; if it is 0, nothing is drawn
     * @param what the items
     */
    public void show(int done, int of, String what) {
        if (shown && of > 0 && System.nanoTime() - last >= STEP_NANOS) {
            last = System.nanoTime();
            int marks = (int) ((long) WIDTH * done / of);
            err.printf("\r[%s%s] %d of %d %s", "=".repeat(marks), " ".repeat(WIDTH - marks), done, of, what);
            err.flush();
            drawn = true;
        }
    }

    /** Removes the line. Called before other output, and at the end. */
    public void clear() {
        if (drawn) {
            err.print("\r\033[K");
            err.flush();
            drawn = false;
        }
    }
}
