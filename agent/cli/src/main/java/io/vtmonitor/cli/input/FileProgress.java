package io.vtmonitor.cli.input;

import io.vtmonitor.cli.output.ProgressBar;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Says how many of many files have been read, where standard error is a terminal. */
final class FileProgress {
    private final int files;
    private final @Nullable ProgressBar bar;
    private int done;

    FileProgress(PrintWriter err, int files) {
        this.files = files;
        bar = files > 1 ? new ProgressBar(err) : null;
    }

    void oneMore() {
        done++;
        if (bar != null) {
            bar.show(done, files, "files");
        }
    }

    /** Leaves the line as it was: for whatever else is written, and at the end. */
    void clear() {
        if (bar != null) {
            bar.clear();
        }
    }
}
