package io.vtmonitor.boot;

import io.vtmonitor.source.WatchedJvm;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the watch on the thread that calls it, a daemon thread of ours. Holds no reference to {@code jdk.jfr}: where that
 * module is missing this class must still load to say so.
 */
public final class Agent {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    private Agent() {}

    /**
     * Called by name from {@code VtMonitor}. Whatever goes wrong, the application runs on: one line says so.
     *
     * @param argument the agent's options, null for none
     * @param instrumentation the JVM's
     */
    public static void start(@Nullable String argument, Instrumentation instrumentation) {
        String reason =
                StartupChecks.reasonToStayOut(Runtime.version().feature(), System.getProperty("jdk.module.main"));
        if (reason != null) {
            LOG.warn(reason);
            return;
        }
        try {
            Options options = Options.of(argument, System::getProperty, System::getenv);
            if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
                Watch.start(options, instrumentation);
            } else {
                WithoutRecording.start(
                        options,
                        WatchedJvm.current(options.threshold(), options.monitorThreshold()),
                        instrumentation,
                        "this Java has no module jdk.jfr; add it to the image");
            }
        } catch (Options.BadOption bad) {
            LOG.warn("off: {}. The application runs without it.", bad.getMessage());
        } catch (Exception | LinkageError failed) {
            LOG.warn("off: it could not start: {}. The application runs without it.", String.valueOf(failed));
        }
    }
}
