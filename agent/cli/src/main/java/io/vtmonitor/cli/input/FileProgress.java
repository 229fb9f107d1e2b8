package io.vtmonitor.cli.input;

import io.vtmonitor.cli.output.ProgressBar;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Shows how many of several files have been read, if standard error is a terminal. */
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

    /** Removes the line. Called before other output, and at the end. */
    void clear() {
        if (bar != null) {
            bar.clear();
        }
    }
}
