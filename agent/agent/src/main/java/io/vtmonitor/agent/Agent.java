package io.vtmonitor.agent;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.log.FirstLogger;
import io.vtmonitor.log.LogOutput;
import io.vtmonitor.log.StartWarnings;
import io.vtmonitor.recording.HostLimits;
import io.vtmonitor.report.json.JsonReport;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Starts the watch on the thread that calls it, a daemon thread of ours. Has no reference to {@code jdk.jfr}: if that
 * module is missing, this class must still load to report that.
 */
public final class Agent {
    private static final Logger LOG = FirstLogger.of(Agent.class);

    private static volatile @Nullable Session watch;
    private static @Nullable Instrumentation jvm;

    /**
     * A recording takes a second to start, longer on a busy machine. After this time, the application starts without
     * it.
     */
    private static final long MOST_SECONDS_BEFORE_MAIN = 60;

    private static final CountDownLatch RECORDING = new CountDownLatch(1);

    private Agent() {}

    /**
     * With {@code start=before-main}, premain waits here for the recording, which another thread starts.
     * {@code VtMonitor} calls this by name, on the thread of premain.
     *
     * @param argument the agent's options; null for none
     * @param instrumentation unused
     */
    public static void awaitRecording(@Nullable String argument, Instrumentation instrumentation) {
        try {
            if (Options.of(argument, System::getProperty, System::getenv).beforeMain()
                    && !RECORDING.await(MOST_SECONDS_BEFORE_MAIN, TimeUnit.SECONDS)) {
                LOG.warn(
                        "start=before-main: the recording is not running after {} s; the application starts without it",
                        MOST_SECONDS_BEFORE_MAIN);
            }
        } catch (Options.BadOption ignored) {
            // The start reads the same options and reports them.
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    /** Called when the recording runs, or when it will never run. */
    static void recordingRuns() {
        RECORDING.countDown();
    }

    /**
     * {@code VtMonitor} calls this by name. If anything fails, the application continues, and a line reports the
     * failure.
     *
     * @param argument the agent's options; null for none
     * @param instrumentation the JVM's
     * @return whether the watch has started
     */
    public static synchronized boolean start(@Nullable String argument, Instrumentation instrumentation) {
        jvm = instrumentation;
        String reason =
                StartupChecks.reasonToStayOut(Runtime.version().feature(), System.getProperty("jdk.module.main"));
        if (reason != null) {
            recordingRuns();
            return off(reason);
        }
        try {
            StartWarnings.begin();
            Options options = Options.of(argument, System::getProperty, System::getenv);
            openLog(options);
            String lacking = new HostLimits().lackingToWatch();
            if (lacking != null) {
                return off("off: " + lacking + ". The application runs without it.");
            }
            // Loaded before the start is logged: after that, the jar may be replaced.
            AgentState.Word watching = AgentState.watching();
            watch = Session.start(options, instrumentation);
            reportStart(watch, watching, options, instrumentation);
            return true;
        } catch (Options.BadOption e) {
            return reportOff(JvmExit.refuse(e));
        } catch (Throwable e) {
            if (JvmExit.hasBegun()) {
                return false;
            }
            return off("off: it could not start: " + e + ". The application runs without it.");
        } finally {
            recordingRuns();
        }
    }

    private static void openLog(Options options) {
        Path file = options.log().file();
        try {
            LogOutput.use(file, options.log().asJson(), !options.log().forTerminal());
        } catch (IOException e) {
            LOG.warn(
                    "can't write to {}: {}; lines go to standard error",
                    file,
                    FailureText.reason(String.valueOf(file), e));
        }
    }

    /**
     * Logs warnings, and reports the start to the command {@code attach}. A failure, such as a full heap, is ignored:
     * the watch continues.
     */
    private static void reportStart(
            Session begun, AgentState.Word watching, Options options, Instrumentation instrumentation) {
        try {
            Mistyped.warnings(
                            System.getProperties().stringPropertyNames(),
                            System.getenv().keySet())
                    .forEach(LOG::warn);
            List<String> refused = new ArrayList<>(StartWarnings.end());
            refused.addAll(options.output().unwritable());
            AgentState.publish(watching, begun.sentence(), refused, instrumentation);
            begun.prepareEnd();
        } catch (Throwable ignored) {
            // The watch continues.
        }
    }

    private static boolean off(String sentence) {
        LOG.warn(sentence);
        return reportOff(sentence);
    }

    private static boolean reportOff(String sentence) {
        StartWarnings.end();
        if (jvm != null) {
            AgentState.publish(AgentState.Word.OFF, sentence, jvm);
        }
        return false;
    }

    /**
     * The current report, for applications, which call this by name ({@code vt-monitor-spring-boot-starter}).
     *
     * @return JSON as in {@code docs/report.md}; null without a watch
     */
    public static @Nullable String report() {
        Session watching = watch;
        return watching == null ? null : JsonReport.write(watching.report());
    }

    /**
     * What takes the application's requests as they end, see {@code VtMonitor.requests}.
     *
     * @return null without a watch, or if requests are not watched
     */
    public static @Nullable ObjLongConsumer<String> requests() {
        Session watching = watch;
        return watching == null ? null : watching.requests();
    }

    /**
     * {@code VtMonitor} calls this by name: ends the watch as the end of the JVM would, including the report, and
     * leaves no thread, recording, port, or shutdown hook.
     *
     * @return false if the JVM is ending: then the shutdown hook ends the watch
     */
    public static synchronized boolean stop() {
        Session ending = watch;
        if (ending == null || jvm == null) {
            return true;
        }
        Session.Detach outcome = ending.detach();
        if (outcome == Session.Detach.LEFT_TO_SHUTDOWN) {
            return false;
        }
        watch = null;
        LOG.info("detached");
        LogOutput.reset();
        AgentState.publish(
                outcome == Session.Detach.COMPLETE ? AgentState.Word.DETACHED : AgentState.Word.FILES_MISSING,
                "the watch has ended",
                jvm);
        return true;
    }
}
