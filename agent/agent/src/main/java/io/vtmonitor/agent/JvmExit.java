package io.vtmonitor.agent;

import io.vtmonitor.common.OwnProcess;
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
 * The end of the JVM. A daemon thread does the work at exit: a shutdown hook that does not return would keep the JVM
 * running forever, and a write to a pipe that nobody reads may never return. If a report was requested and the JVM ends
 * before its watch has started, a report is written that says that nothing was recorded. A missing file would not say
 * that. Has no reference to {@code jdk.jfr}.
 */
public final class JvmExit {
    private static final Logger LOG = FirstLogger.of(JvmExit.class);

    /** For the last lines to be written, if the reader is slow. */
    private static final Duration LAST_LINES = Duration.ofSeconds(1);

    /** How long the end may take if the options are not known. */
    private static final Duration BOUND = Duration.ofSeconds(9);

    /** For the line that reports the timeout. If it was the log that blocked, this line is lost, too. */
    private static final Duration LAST_WORD = Duration.ofMillis(200);

    /** Set by {@link #beforeWatch(String)}, at the end of a JVM. */
    private static volatile boolean ending;

    private static boolean refused;
    private static boolean hooked;

    private JvmExit() {}

    /** Whether the JVM is ending, which explains failures of other code. True also before any hook of ours runs. */
    static boolean hasBegun() {
        return ending || OwnProcess.isEnding();
    }

    /**
     * Adds the hook that ends a watch. It does all work at exit from now on.
     *
     * @throws IllegalStateException if the JVM is ending
     */
    static synchronized void hook(Thread hook) {
        Runtime.getRuntime().addShutdownHook(hook);
        hooked = true;
    }

    /** Removes the hook; returns false if the JVM is ending, and the hook runs. */
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

    /** The part of the time for the end (option {@code exit}) in which the end of the recording is read. */
    static Duration forTail(Duration bound) {
        return Duration.ofNanos(bound.toNanos() / 9 * 5); // dividedBy would load the classes of BigDecimal
    }

    /** The part after that, in which the recording that the user asked for is written. */
    static Duration forRecording(Duration bound) {
        return Duration.ofNanos(bound.toNanos() / 9 * 2);
    }

    /** Runs the work for at most {@link #BOUND}, the limit for unknown options. */
    static void within(Runnable work) {
        within(BOUND, work);
    }

    /**
     * Runs the work on a daemon thread, and stops waiting when the time is over. Throws nothing.
     *
     * @param bound the longest wait; after it, a fifth of a second more to log the timeout
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

    /** No exception may reach the application's handler of uncaught exceptions. */
    private static void quietly(Runnable work) {
        try {
            work.run();
            LogOutput.finish(LAST_LINES);
        } catch (Throwable ignored) {
            // The JVM is ending: nothing can be done about it, and nothing may reach the application.
        }
    }

    /**
     * The shutdown hook until the watch has started; {@code VtMonitor} calls this by name.
     *
     * @param argument the agent's options; null for none
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
            LogOutput.finish(LAST_LINES); // also lines of the start: a JVM with a wrong option may end early
        }
    }

    /** Writes the report and the log line of a JVM that ended before the watch was ready. */
    static void beforeWatch(Options options) {
        Limit limit = Limit.of(LimitKind.JVM_ENDED_FIRST, JvmStart.secondsUntil(Instant.now()));
        // The file before the lines: the log may be a pipe that nobody reads.
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
     * Logs what is wrong with the options, once: both the start and the early hook read them, as the JVM may end before
     * the start.
     *
     * @return the line, whether or not it was logged by this call
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
