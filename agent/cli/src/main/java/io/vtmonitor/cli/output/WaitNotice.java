package io.vtmonitor.cli.output;

import java.io.PrintWriter;

/**
 * Says what a command waits for, if that takes some seconds: to open a pipe with nobody at its other end never ends.
 */
public final class WaitNotice {
    /** As long as nothing is said. */
    public static final int SILENT_SECONDS = 3;

    private final Thread thread;

    /**
     * The command begins to wait.
     *
     * @param sentence what is printed unless the wait is over by then
     */
    public WaitNotice(PrintWriter err, String sentence) {
        thread = new Thread(
                () -> {
                    try {
                        Thread.sleep(SILENT_SECONDS * 1_000L);
                        err.println("vt-monitor: " + sentence);
                    } catch (InterruptedException ignored) {
                        // The wait is over.
                    }
                },
                "vt-monitor-wait-notice");
        thread.setDaemon(true);
        thread.start();
    }

    /** The wait is over. */
    public void close() {
        thread.interrupt();
    }
}
