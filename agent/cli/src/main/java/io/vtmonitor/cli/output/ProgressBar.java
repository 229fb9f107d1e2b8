package io.vtmonitor.cli.output;

import java.io.PrintWriter;

/** Says how far a command is, on one line of standard error, where that is a terminal. For one thread at a time. */
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
     * Draws it, at most ten times a second.
     *
     * @param done how many are done
     * @param of how many there are; nothing is drawn for none
     * @param what they are
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

    /** Leaves the line as it was: for whatever else is written, and at the end. */
    public void clear() {
        if (drawn) {
            err.print("\r\033[K");
            err.flush();
            drawn = false;
        }
    }
}
