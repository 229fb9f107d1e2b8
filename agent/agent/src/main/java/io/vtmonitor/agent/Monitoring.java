package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.common.Version;
import io.vtmonitor.holders.SourceLineResolver;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.looks.WatchThread;
import io.vtmonitor.metrics.ApplicationRegistry;
import io.vtmonitor.metrics.PrometheusMetrics;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.otlp.OtlpTarget;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.requests.RequestTally;
import io.vtmonitor.unpin.Unpin;
import io.vtmonitor.waits.census.WaitsWatch.WaitingThreads;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All that a watch does about virtual threads, wired: their pins, their scheduler, what they wait for, and who is told.
 * It takes as many classes as the rest of the watch, so it is made for the first virtual thread, or for whoever asks
 * before.
 */
final class Monitoring {
    private final Options options;
    private final JvmInfo jvm;
    private final KnowledgeBase knowledge;
    private final SchedulerMonitoring scheduler;
    private final @Nullable PrometheusMetrics metrics;
    private final @Nullable LiveFigures figures;
    private final @Nullable RecordedPins pins;
    private final @Nullable Pushing pushing;
    private final LiveReport report;
    private volatile boolean ready;
    private volatile @Nullable String faultOfJdk;

    /**
     * Watches from now on; pins are yet to be delivered.
     *
     * @param since when the recording began
     * @param parts gets what has been started, however far it gets
     */
    Monitoring(Options options, Recording recording, Instant since, Instrumentation instrumentation, CloseStack parts) {
        this.options = options;
        jvm = recording.jvm();
        LiveStream stream = recording.stream();
        figures = stream == null ? null : new LiveFigures(stream);
        Supplier<AgentGauges> vitals = figures == null ? this::vitalsWithoutPins : figures::vitals;
        metrics = options.address().port() == null && options.metrics().otlp() == null
                ? null
                : new PrometheusMetrics(vitals, Version.text());
        OtlpTarget target = options.metrics().otlp();
        pushing = target == null || metrics == null ? null : Pushing.to(target, metrics);
        FindingsListener found = pushing == null ? FindingsListener.NOBODY : pushing;
        LoadedClassBytes classes = new LoadedClassBytes(instrumentation);
        knowledge = Diagnosers.knowledge(options.advice());
        Function<Blocking, Diagnosis> diagnoser = Diagnosers.of(knowledge, classes);
        WatchThread looks = new WatchThread();
        scheduler = SchedulerMonitoring.start(
                options,
                looks,
                jvm.monitorsPin(),
                instrumentation,
                diagnoser,
                new SourceLineResolver(classes),
                () -> ClassFileProofs.of(classes),
                metrics == null ? null : metrics.scheduler(),
                found);
        parts.add(scheduler::stop);
        RequestTally requests = options.watches().requests() && stream != null ? new RequestTally() : null;
        WaitsMonitoring waits = WaitsMonitoring.start(
                options,
                since,
                looks,
                jvm.monitorsPin(),
                instrumentation,
                classes,
                metrics,
                stream,
                requests == null ? WaitingThreads.NONE : requests::waiting,
                knowledge,
                scheduler,
                found);
        parts.add(waits::stop);
        List<DiagnosedPinSink> sinks = new ArrayList<>();
        if (metrics != null) {
            sinks.add(metrics);
            nameOthers(metrics, stream);
        }
        if (options.metrics().registry()) {
            ApplicationRegistry registry =
                    ApplicationRegistry.start(vitals, scheduler::vitals, instrumentation::getAllLoadedClasses);
            sinks.add(registry);
            parts.add(registry);
        }
        if (stream == null || figures == null) {
            pins = null;
            recording.warnOfWhatIsMissing(options);
        } else {
            figures.ask(scheduler::parallelism);
            pins = new RecordedPins(options, stream, figures, knowledge, diagnoser, scheduler, requests, sinks);
        }
        report = new LiveReport(recording, since, pins, scheduler, waits, knowledge);
    }

    /**
     * Port and pins are served: what was asked for besides begins.
     *
     * @param parts gets what has been started
     */
    void begin(Instrumentation instrumentation, CloseStack parts) {
        if (pushing != null) {
            pushing.begin();
            parts.add(pushing);
        }
        if (pins != null && options.output().report() != null) {
            parts.add(WarmUp.start(jvm, instrumentation));
        }
    }

    /** Metrics that are there on request: those of unpin, and those by the names of Micrometer. */
    private void nameOthers(PrometheusMetrics named, @Nullable LiveStream stream) {
        Unpin unpin = Unpinning.atWork();
        if (unpin != null) {
            named.unpin(unpin::summary);
        }
        if (options.metrics().micrometerNames() && stream != null) {
            named.alsoAsMicrometer(stream::submitFailures);
        } else if (options.metrics().micrometerNames()) {
            named.schedulerAsMicrometer();
        }
    }

    private AgentGauges vitalsWithoutPins() {
        return LiveFigures.withoutPins(jvm.aimingAt(scheduler.parallelism()));
    }

    /** Null where nobody asked for metrics. */
    @Nullable
    PrometheusMetrics metrics() {
        return metrics;
    }

    /** Null where the JVM can't record. */
    @Nullable
    RecordedPins pins() {
        return pins;
    }

    LiveReport report() {
        return report;
    }

    /** As it is now. */
    Report reportNow() {
        return report.get();
    }

    /** Null where nothing is recorded. */
    @Nullable
    LastMinute lastMinute() {
        return figures == null ? null : figures.lastMinute();
    }

    /** Loads what the watch's end says of this JDK. */
    void prepareEnd() {
        faultOfJdk = Diagnosers.faultOfJdk(knowledge);
        ready = true;
    }

    /** A sentence if virtual threads can get stuck on this JDK, else null. */
    @Nullable
    String faultOfJdk() {
        if (!ready) {
            prepareEnd();
        }
        return faultOfJdk;
    }

    /** After the last line: sends what is still to be sent. */
    void close() {
        if (pushing != null) {
            pushing.close();
        }
    }
}
