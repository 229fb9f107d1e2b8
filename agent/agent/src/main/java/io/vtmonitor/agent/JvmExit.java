package io.vtmonitor.agent;

import io.vtmonitor.live.EarlyStop;
import io.vtmonitor.log.FirstLogger;
import io.vtmonitor.log.LogOutput;
import io.vtmonitor.pins.JvmStart;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.text.LimitText;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The end of the JVM. Work at exit is done by a thread that nobody has to wait for: a shutdown hook that does not end
 * would keep the JVM running forever, and a write to a pipe that nobody reads does not end. If the JVM ends before its
 * watch has begun and a report was requested, it is written and states that nothing was recorded; a missing file would
 * state nothing. Holds no reference to {@code jdk.jfr}.
 */
public final class JvmExit {
    private static final Logger LOG = FirstLogger.of(JvmExit.class);

    /** For lines that somebody reads, if slowly. */
    private static final Duration LAST_LINES = Duration.ofSeconds(1);

    /** Where the options are not known. */
    private static final Duration BOUND = Duration.ofSeconds(9);

    /** For a line that says it; where it was lines that kept us, there will be none. */
    private static final Duration LAST_WORD = Duration.ofMillis(200);

    /** For JFR to write what a recording that had begun holds. */
    private static volatile boolean ending;

    private static boolean refused;
    private static boolean hooked;

    private JvmExit() {}

    /** Whether the JVM is ending: what fails then fails for that. The hook may not have run yet. */
    static boolean hasBegun() {
        return ending || isJvmEnding();
    }

    private static boolean isJvmEnding() {
        Thread none = new Thread(null, null, "vt-monitor-none");
        try {
            Runtime.getRuntime().addShutdownHook(none);
            Runtime.getRuntime().removeShutdownHook(none);
            return false;
        } catch (IllegalStateException ignored) {
            return true;
        }
    }

    /**
     * Adds the hook that ends a watch, and leaves the rest to it.
     *
     * @throws IllegalStateException where the JVM is ending
     */
    static synchronized void hook(Thread hook) {
        Runtime.getRuntime().addShutdownHook(hook);
        hooked = true;
    }

    /** Takes it away again; false where the JVM is ending: it runs then. */
    static synchronized boolean unhook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            hooked = false;
            return true;
        } catch (IllegalStateException ignored) {
            return false;
        }
    }

    private static synchronized boolean isHooked() {
        return hooked;
    }

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
                            "writing the report and the recording took more than {} s: the JVM exits without waiting"
                                    + " for them",
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

    /**
     * Called by name from {@code VtMonitor}, by the shutdown hook that is there until the watch has begun.
     *
     * @param argument the agent's options, null for none
     */
    public static void beforeWatch(@Nullable String argument) {
        ending = true;
        try {
            if (isHooked()
                    || StartupChecks.reasonToStayOut(Runtime.version().feature(), System.getProperty("jdk.module.main"))
                            != null) {
                return;
            }
            Options options = Options.of(argument, System::getProperty, System::getenv);
            within(options.exit(), () -> beforeWatch(options));
        } catch (Options.BadOption e) {
            refuse(e);
        } catch (RuntimeException | Error ignored) {
            // The JVM is ending: nothing can be done about it, and nothing may reach the application.
        } finally {
            LogOutput.finish(LAST_LINES); // the start's, too: a JVM with a wrong option may end at once
        }
    }

    /** Writes the report and the log line of a JVM that ended before the watch was ready. */
    static void beforeWatch(Options options) {
        Limit limit = Limit.of(LimitKind.JVM_ENDED_FIRST, JvmStart.secondsUntil(Instant.now()));
        // The file before the lines, which may come to a pipe that nobody reads.
        LiveReport.write(
                LiveReport.withoutPins(options, limit), options.output().report());
        EarlyStop.takeBack(System.nanoTime() + forRecording(options.exit()).toNanos());
        LOG.warn(
                "{}{}",
                LimitText.sentence(limit),
                options.output().report() == null ? "" : "; the report says so, too");
        Unpinning.tellUnwatched();
    }

    /**
     * Tells what is wrong with the options, once: the start does, and the hook, as the JVM may end before.
     *
     * @return the lines to log
     */
    static synchronized String refuse(Options.BadOption bad) {
        String why = String.valueOf(bad.getMessage());
        String sentence = "off: " + why + (why.endsWith("?") ? "" : ".") + " The application runs without it.";
        if (!refused) {
            refused = true;
            LOG.warn(sentence);
        }
        return sentence;
    }
}
