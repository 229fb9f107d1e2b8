package io.vtmonitor.cli;

import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.jvm.TargetJvm;
import io.vtmonitor.cli.jvm.ThreadDumper;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The thread dumps that {@code record --waits} takes: at the start, every ten seconds, and at the end. Less often if
 * the JVM takes long for a dump. If it refuses a dump, no more are requested.
 */
final class WaitDumps {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    /** Dumps take at most the length of the recording divided by this. */
    private static final int PART = 4;

    private final ThreadDumper dumper;
    private final PrintWriter err;
    private long nextNanos;
    private boolean refused;

    private WaitDumps(ThreadDumper dumper, PrintWriter err) {
        this.dumper = dumper;
        this.err = err;
    }

    static WaitDumps begin(TargetJvm jvm, Path folder, PrintWriter err) throws AttachRefusedException {
        WaitDumps dumps = new WaitDumps(new ThreadDumper(jvm, folder), err);
        dumps.dump();
        return dumps;
    }

    /** Takes a dump if it is time. */
    void next() {
        if (System.nanoTime() - nextNanos >= 0) {
            dump();
        }
    }

    /**
     * Takes the last dump, and prints how long all of them took. Returns them in the order in which they were taken.
     */
    List<Path> end() {
        dump();
        List<Path> files = dumper.files();
        if (!files.isEmpty()) {
            err.printf(
                    "vt-monitor: the JVM wrote %d thread dumps, which took it %.1f s in total.%n",
                    files.size(), dumper.took().toNanos() / 1e9);
        }
        return files;
    }

    private void dump() {
        if (refused) {
            return;
        }
        long begin = System.nanoTime();
        try {
            dumper.dump();
        } catch (AttachRefusedException e) {
            refused = true;
            err.println("vt-monitor: no more thread dumps can be taken: " + e.getMessage());
        }
        long end = System.nanoTime();
        nextNanos = end + Math.max(INTERVAL.toNanos() - (end - begin), (PART - 1) * (end - begin));
    }
}
