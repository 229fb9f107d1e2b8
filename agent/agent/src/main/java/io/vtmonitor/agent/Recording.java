package io.vtmonitor.agent;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.recording.HostLimitException;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.module.ModuleFinder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recording of a watch, or the reason why there is none: the JVM's image lacks JFR, or JFR has no folder to write
 * to.
 *
 * @param stream null if there is no recording
 * @param whyNone empty if there is a recording
 */
record Recording(JvmInfo jvm, @Nullable LiveStream stream, String whyNone) {
    private static final Logger LOG = LoggerFactory.getLogger(Recording.class);

    /** @throws IOException if the JVM is ending */
    static Recording start(Options options, Instrumentation instrumentation) throws IOException {
        JvmInfo jvm = JvmInfo.current(options.threshold(), options.monitorThreshold());
        if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
            return new Recording(jvm, null, whyNoJfr());
        }
        try {
            LiveStream stream = LiveStream.record(
                    jvm, Internals.of(instrumentation), options.output().recording(), options.budget());
            return new Recording(stream.jvm(), stream, "");
        } catch (IOException | IllegalStateException e) {
            if (JvmExit.hasBegun()) {
                throw e;
            }
            String cure = ". Name a writable folder with -XX:FlightRecorderOptions=repository=FOLDER or"
                    + " -Djava.io.tmpdir=FOLDER";
            return new Recording(jvm, null, FailureText.of(e) + (e instanceof HostLimitException ? "" : cure));
        }
    }

    /** A modular application has only the modules that it requires, even if its Java has more. */
    private static String whyNoJfr() {
        return ModuleFinder.ofSystem().find("jdk.jfr").isPresent()
                ? "this JVM was started without the module jdk.jfr, which its Java has; start it with"
                        + " --add-modules jdk.jfr, and without a --limit-modules that leaves it out"
                : "this Java has no module jdk.jfr; add it to the image";
    }

    /** Without a recording: logs a warning about that, and one for each option that needs a recording. */
    void warnOfWhatIsMissing(Options options) {
        LOG.warn("pins are not recorded: {}. The scheduler is still watched: its delay and its stalls.", whyNone);
        if (options.output().recording() != null) {
            LOG.warn("recording={}: no file will be written", options.output().recording());
        }
        if (options.watches().requests()) {
            LOG.warn("requests=on: off, it needs the recording");
        }
        if (options.address().port() != null && options.metrics().micrometerNames()) {
            LOG.warn("compat=micrometer: serves the scheduler's metrics only; pins and failed submits are missing");
        }
    }

    /** Ends the recording after a failed start, within about that time. */
    void takeBack(Duration bound) {
        if (stream != null) {
            stream.stop();
            stream.finish(JvmExit.forTail(bound));
            stream.leave(JvmExit.forRecording(bound));
            stream.forget();
        }
    }
}
