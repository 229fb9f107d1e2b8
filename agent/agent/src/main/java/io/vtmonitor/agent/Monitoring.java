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
 * All that a watch does about virtual threads: their pins, their scheduler, what they wait for, and where findings go.
 * It needs as many classes as the rest of the watch. So it is created for the first virtual thread, or when a report or
 * metrics are requested before.
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
     * Starts to watch. Pins are not delivered yet.
     *
     * @param since when the recording began
     * @param parts receives all parts that were started, even if this fails
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
            addOptional(metrics, stream);
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
     * Starts what can wait until the port is open and pins are delivered.
     *
     * @param parts receives all parts that were started
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

    /** Adds optional metrics: those of {@code unpin}, and those with Micrometer's names. */
    private void addOptional(PrometheusMetrics named, @Nullable LiveStream stream) {
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

    /** Null if no metrics were requested. */
    @Nullable
    PrometheusMetrics metrics() {
        return metrics;
    }

    /** Null if the JVM can't record. */
    @Nullable
    RecordedPins pins() {
        return pins;
    }

    LiveReport report() {
        return report;
    }

    /** The current report. */
    Report reportNow() {
        return report.get();
    }

    /** Null if pins are not recorded. */
    @Nullable
    LastMinute lastMinute() {
        return figures == null ? null : figures.lastMinute();
    }

    /** Loads what the end of the watch reports about this JDK. */
    void prepareEnd() {
        faultOfJdk = Diagnosers.faultOfJdk(knowledge);
        ready = true;
    }

    /** A sentence if virtual threads can get stuck on this JDK; null otherwise. */
    @Nullable
    String faultOfJdk() {
        if (!ready) {
            prepareEnd();
        }
        return faultOfJdk;
    }

    /** Called after the last line of the log: sends the rest of the metrics and findings. */
    void close() {
        if (pushing != null) {
            pushing.close();
        }
    }
}
