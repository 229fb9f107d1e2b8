package io.vtmonitor.agent;

import io.vtmonitor.log.LogOutput;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work at the end of the JVM, done by a thread that nobody has to wait for. A shutdown hook that does not end would
 * keep the JVM running forever, and a write to a pipe that nobody reads does not end. Holds no reference to
 * {@code jdk.jfr}.
 */
final class AtExit {
    private static final Logger LOG = LoggerFactory.getLogger(AtExit.class);

    /** For lines that somebody reads, if slowly. */
    static final Duration LAST_LINES = Duration.ofSeconds(1);

    /** Where the options are not known. */
    private static final Duration BOUND = Duration.ofSeconds(9);

    /** For a line that says it; where it was lines that kept us, there will be none. */
    private static final Duration LAST_WORD = Duration.ofMillis(200);

    private AtExit() {}

    /** Of the time that the end may take, by option {@code exit}: for what was recorded last to be read. */
    static Duration forTail(Duration bound) {
        return Duration.ofNanos(bound.toNanos() / 9 * 5); // not dividedBy, which takes decimals' classes
    }

    /** After that, for the recording that the user asked for. */
    static Duration forRecording(Duration bound) {
        return Duration.ofNanos(bound.toNanos() / 9 * 2);
    }

    /** Does it within the bound that holds where the options are not known. */
    static void within(Runnable work) {
        within(BOUND, work);
    }

    /**
     * Does it, or gives it up when the time is over. Throws nothing.
     *
     * @param bound no longer than this, and a fifth of a second more to say that it was given up
     */
    static void within(Duration bound, Runnable work) {
        if (!isDone(bound, work)) {
            isDone(
                    LAST_WORD,
                    () -> LOG.warn(
                            "writing the report and the recording took more than {} s: the JVM exits without waiting for them",
                            bound.toSeconds()));
        }
    }

    private static boolean isDone(Duration bound, Runnable work) {
        Thread thread = new Thread(null, () -> quietly(work), "vt-monitor-finish", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        try {
            thread.start();
        } catch (OutOfMemoryError ignored) {
            quietly(work);
            return true;
        }
        try {
            thread.join(bound.toMillis());
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** Nothing may reach the application's handler of uncaught exceptions. */
    private static void quietly(Runnable work) {
        try {
            work.run();
            LogOutput.finish(LAST_LINES);
        } catch (Throwable ignored) {
            // The JVM is ending: nothing can be done about it, and nothing may reach the application.
        }
    }
}
