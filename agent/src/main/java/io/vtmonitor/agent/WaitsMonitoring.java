package io.vtmonitor.agent;

import io.vtmonitor.bytecode.ExplicitLocks;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.holders.SourceLineResolver;
import io.vtmonitor.metrics.WaitMeters;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.pins.WaitsEvents;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.text.WaitsText;
import io.vtmonitor.waits.census.WaitsWatch;
import java.lang.instrument.Instrumentation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The watch over what virtual threads wait for, wired: its verdicts to the log, its figures to metrics and report. */
final class WaitsMonitoring {
    private static final Logger LOG = LoggerFactory.getLogger(WaitsMonitoring.class);

    private final WaitsEvents events = new WaitsEvents(this::waits);
    private volatile @Nullable WaitsWatch watch;
    private volatile @Nullable String unwatched;

    private WaitsMonitoring() {}

    /**
     * Starts the watch; where this JDK looks different inside, a line says so and there is nothing to tell.
     *
     * @param meters null where there are no metrics
     */
    static WaitsMonitoring start(
            Options options, Instrumentation instrumentation, LoadedClassBytes classes, @Nullable WaitMeters meters) {
        WaitsMonitoring part = new WaitsMonitoring();
        if (options.waits() == null) {
            return part;
        }
        try {
            part.watch = WaitsWatch.start(
                    options.waits(),
                    instrumentation,
                    new ClassFileProofs(
                            new SourceLineResolver(classes), new CulpritFinder(classes), new ExplicitLocks(classes)),
                    name -> {
                        List<ClassFile> files = classes.find(name);
                        return files.isEmpty() ? null : files.get(0).library();
                    },
                    part::told);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            part.unwatched = "what virtual threads wait for was not looked at: " + e;
            LOG.warn(
                    "what virtual threads wait for can't be looked at in this Java: {}. Pins are recorded all the same.",
                    String.valueOf(e));
        }
        if (meters != null) {
            meters.read(part::waits);
        }
        return part;
    }

    /** Begins to write what was found into every recording. */
    void record() {
        if (watch != null) {
            events.begin();
        }
    }

    private void told(WaitVerdict verdict) {
        LOG.warn("{}", WaitsText.line(verdict));
        events.commit(); // a JVM in trouble may be killed before its chunk ends
    }

    /** What it has found by now. */
    Waits waits() {
        WaitsWatch watching = watch;
        return watching == null ? Waits.NONE : watching.waits();
    }

    /** Why nobody looked, or none. */
    List<Limit> limits() {
        String why = unwatched;
        return why == null ? List.of() : List.of(Limit.of(LimitKind.WAITS_NOT_WATCHED, why));
    }

    /** Ends the watch; its figures stay. */
    void stop() {
        WaitsWatch watching = watch;
        if (watching != null) {
            events.commit();
            events.end();
            watching.stop();
        }
    }
}
