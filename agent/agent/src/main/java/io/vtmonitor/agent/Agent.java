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
 * Starts the watch on the thread that calls it, a daemon thread of ours. Holds no reference to {@code jdk.jfr}: where
 * that module is missing this class must still load to say so.
 */
public final class Agent {
    private static final Logger LOG = FirstLogger.of(Agent.class);

    private static volatile @Nullable Session watch;
    private static @Nullable Instrumentation jvm;

    /** A recording takes a second to start, more on a busy machine; the application is not held up permanently. */
    private static final long MOST_SECONDS_BEFORE_MAIN = 60;

    private static final CountDownLatch RECORDING = new CountDownLatch(1);

    private Agent() {}

    /**
     * {@code start=before-main}: premain waits for the recording, which another thread starts. Called by name from
     * {@code VtMonitor}, on the thread of premain.
     *
     * @param argument the agent's options, null for none
     * @param instrumentation unused; the JVM's
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

    /** The recording runs, or never will. */
    static void recordingRuns() {
        RECORDING.countDown();
    }

    /**
     * Called by name from {@code VtMonitor}. Whatever goes wrong, the application runs on: one line says so.
     *
     * @param argument the agent's options, null for none
     * @param instrumentation the JVM's
     * @return whether it watches now
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
            // Loaded before the watch is announced: from then on the jar may be replaced at any time.
            AgentState.Word watching = AgentState.watching();
            watch = Session.start(options, instrumentation);
            tellOf(watch, watching, options, instrumentation);
            return true;
        } catch (Options.BadOption e) {
            return tellOff(JvmExit.refuse(e));
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

    /** Nothing of it is worth failing for, if only the heap is full for a moment: the watch continues. */
    private static void tellOf(
            Session begun, AgentState.Word watching, Options options, Instrumentation instrumentation) {
        try {
            Mistyped.warnings(
                            System.getProperties().stringPropertyNames(),
                            System.getenv().keySet())
                    .forEach(LOG::warn);
            List<String> refused = new ArrayList<>(StartWarnings.end());
            refused.addAll(options.output().unwritable());
            AgentState.tell(watching, begun.sentence(), refused, instrumentation);
            begun.prepareEnd();
        } catch (Throwable ignored) {
            // The watch is not affected.
        }
    }

    private static boolean off(String sentence) {
        LOG.warn(sentence);
        return tellOff(sentence);
    }

    private static boolean tellOff(String sentence) {
        StartWarnings.end();
        if (jvm != null) {
            AgentState.tell(AgentState.Word.OFF, sentence, jvm);
        }
        return false;
    }

    /**
     * What the application asks for by name ({@code vt-monitor-spring-boot-starter}): the report as it is now.
     *
     * @return JSON as in {@code docs/report.md}; null where nothing is watched
     */
    public static @Nullable String report() {
        Session watching = watch;
        return watching == null ? null : JsonReport.write(watching.report());
    }

    /**
     * What takes the application's requests as they end, see {@code VtMonitor.requests}.
     *
     * @return null where nothing is watched, or not by request
     */
    public static @Nullable ObjLongConsumer<String> requests() {
        Session watching = watch;
        return watching == null ? null : watching.requests();
    }

    /**
     * Called by name from {@code VtMonitor}: ends the watch as the JVM's end would, report and all, and leaves no
     * thread, recording, port or shutdown hook behind.
     *
     * @return false where the JVM is ending anyway
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
        AgentState.tell(
                outcome == Session.Detach.COMPLETE ? AgentState.Word.DETACHED : AgentState.Word.FILES_MISSING,
                "the watch has ended",
                jvm);
        return true;
    }
}
