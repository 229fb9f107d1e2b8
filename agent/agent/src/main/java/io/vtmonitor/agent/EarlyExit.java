package io.vtmonitor.agent;

import io.vtmonitor.live.EarlyStop;
import io.vtmonitor.log.FirstLogger;
import io.vtmonitor.log.LogOutput;
import io.vtmonitor.pins.JvmStart;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.text.LimitText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Handles a JVM that ends before its watch has begun. If a report was requested, it is written and states that nothing
 * was recorded; a missing file would state nothing. Holds no reference to {@code jdk.jfr}.
 */
public final class EarlyExit {
    private static final Logger LOG = FirstLogger.of(EarlyExit.class);

    /** For JFR to write what a recording that had begun holds. */
    private static volatile boolean ending;

    private static boolean refused;
    private static boolean hooked;

    private EarlyExit() {}

    /** Whether it came to that: what fails then fails for that. The hook may not have run yet. */
    static boolean isSo() {
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

    /**
     * Called by name from {@code VtMonitor}, by the shutdown hook that is there until the watch has begun.
     *
     * @param argument the agent's options, null for none
     */
    public static void tell(@Nullable String argument) {
        ending = true;
        try {
            if (isHooked()
                    || StartupChecks.reasonToStayOut(Runtime.version().feature(), System.getProperty("jdk.module.main"))
                            != null) {
                return;
            }
            Options options = Options.of(argument, System::getProperty, System::getenv);
            AtExit.within(options.exit(), () -> tell(options));
        } catch (Options.BadOption e) {
            refuse(e);
        } catch (RuntimeException | Error ignored) {
            // The JVM is ending: nothing can be done about it, and nothing may reach the application.
        } finally {
            LogOutput.finish(AtExit.LAST_LINES); // the start's, too: a JVM with a wrong option may end at once
        }
    }

    /**
     * Tells what is wrong with the options, once: the start does, and the hook, as the JVM may end before.
     *
     * @return what is told
     */
    static synchronized String refuse(Options.BadOption bad) {
        String sentence = "off: " + bad.getMessage() + ". The application runs without it.";
        if (!refused) {
            refused = true;
            LOG.warn(sentence);
        }
        return sentence;
    }

    /** Writes the report and the log line of a JVM that ended before the watch was ready. */
    static void tell(Options options) {
        Limit limit = Limit.of(LimitKind.JVM_ENDED_FIRST, JvmStart.secondsUntil(Instant.now()));
        // The file before the lines, which may come to a pipe that nobody reads.
        UnrecordedReport.write(options, UnrecordedReport.report(options, limit, Instant.now(), List.of()));
        EarlyStop.takeBack(
                System.nanoTime() + AtExit.forRecording(options.exit()).toNanos());
        LOG.warn("{}{}", LimitText.sentence(limit), options.report() == null ? "" : "; the report says so, too");
        Unpinning.tellUnwatched();
    }
}
