package io.vtmonitor.cli;

import io.vtmonitor.cli.jvm.TargetJvm;
import io.vtmonitor.cli.output.Interruption;
import io.vtmonitor.cli.output.Terminal;
import java.io.PrintWriter;
import java.time.Duration;

/** Waits for the end of a recording, and shows the progress if standard error is a terminal. */
final class Progress {
    private static final Duration STEP = Duration.ofMillis(200);
    private static final int WIDTH = 30;

    private final PrintWriter err;
    private final boolean terminal = Terminal.showsErrors();

    Progress(PrintWriter err) {
        this.err = err;
    }

    /**
     * Returns false if the JVM ended before.
     *
     * @param step called repeatedly during the wait
     */
    boolean await(Duration length, TargetJvm jvm, Interruption interruption, Runnable step) {
        long begin = System.nanoTime();
        boolean alive = true;
        boolean interrupted = false;
        long gone = 0;
        while (alive && !interrupted && gone < length.toNanos()) {
            show(gone, length);
            Duration left = length.minusNanos(gone);
            interrupted = interruption.await(left.compareTo(STEP) < 0 ? left : STEP);
            alive = jvm.isAlive();
            if (alive && !interrupted) {
                step.run();
            }
            gone = System.nanoTime() - begin;
        }
        if (terminal) {
            err.print("\r\033[K");
            err.flush();
        }
        return alive;
    }

    private void show(long goneNanos, Duration length) {
        if (terminal) {
            int done = (int) (WIDTH * goneNanos / length.toNanos());
            err.printf(
                    "\r[%s%s] %d s of %d s",
                    "=".repeat(done), " ".repeat(WIDTH - done), goneNanos / 1_000_000_000, length.toSeconds());
            err.flush();
        }
    }
}
