package io.vtmonitor.cli.input;

import io.vtmonitor.cli.output.Terminal;
import java.io.PrintWriter;

/** Says how many of many files have been read, where standard error is a terminal. */
final class FileProgress {
    private static final int WIDTH = 30;
    private static final long STEP_NANOS = 100_000_000;

    private final PrintWriter err;
    private final int files;
    private final boolean shown;
    private int done;
    private boolean drawn;
    private long last = System.nanoTime() - STEP_NANOS;

    FileProgress(PrintWriter err, int files) {
        this.err = err;
        this.files = files;
        this.shown = files > 1 && Terminal.showsErrors();
    }

    void oneMore() {
        done++;
        if (shown && System.nanoTime() - last >= STEP_NANOS) {
            last = System.nanoTime();
            int marks = WIDTH * done / files;
            err.printf("\r[%s%s] %d of %d files", "=".repeat(marks), " ".repeat(WIDTH - marks), done, files);
            err.flush();
            drawn = true;
        }
    }

    /** Leaves the line as it was: for whatever else is written, and at the end. */
    void clear() {
        if (drawn) {
            err.print("\r\033[K");
            err.flush();
            drawn = false;
        }
    }
}
