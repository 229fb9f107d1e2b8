package io.vtmonitor.cli.output;

import java.io.PrintWriter;

/**
 * Prints what a command waits for, if the wait takes some seconds: opening a pipe with nobody at its other end never
 * returns.
 */
public final class WaitNotice {
    /** How long nothing is printed if nothing else is said. */
    public static final int SILENT_SECONDS = 3;

    private final Thread thread;

    /**
     * Starts with the wait of the command.
     *
     * @param sentence printed unless the wait is over by then
     */
    public WaitNotice(PrintWriter err, String sentence) {
        this(err, SILENT_SECONDS, sentence);
    }

    /**
     * Starts with the wait of the command.
     *
     * @param silentSeconds how long nothing is printed
     * @param sentence printed unless the wait is over by then
     */
    public WaitNotice(PrintWriter err, int silentSeconds, String sentence) {
        thread = new Thread(
                () -> {
                    try {
                        Thread.sleep(silentSeconds * 1_000L);
                        err.println("vt-monitor: " + sentence);
                    } catch (InterruptedException ignored) {
                        // The wait is over.
                    }
                },
                "vt-monitor-wait-notice");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends with the wait of the command. */
    public void close() {
        thread.interrupt();
    }
}
