package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.common.Version;
import io.vtmonitor.holders.SourceLineResolver;
import io.vtmonitor.looks.WatchThread;
import io.vtmonitor.metrics.ApplicationRegistry;
import io.vtmonitor.metrics.PrometheusMetrics;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.JvmStart;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.unpin.Unpin;
import io.vtmonitor.waits.census.WaitsWatch.WaitingThreads;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch in a JVM that can't record: its image lacks JFR, or JFR has no folder to write to. Pins are not seen, which
 * is reported. The scheduler's figures, its delay, and its stalls need no recording. Holds no reference to
 * {@code jdk.jfr}.
 */
final class WithoutRecording implements Session {
    private static final Logger LOG = LoggerFactory.getLogger(WithoutRecording.class);

    private final Options options;
    private final JvmInfo jvm;
    private final SchedulerMonitoring scheduler;
    private final WaitsMonitoring waits;
    private final KnowledgeBase knowledge;
    private final String why;
    private final CloseStack parts;
    private final @Nullable Serving serving;
    private final Instant since = Instant.now();
    private final Thread hook;

    /** Puts into {@code parts} what has been started, however far it gets. */
    private WithoutRecording(
            Options options, JvmInfo jvm, Instrumentation instrumentation, String why, CloseStack parts) {
        this.options = options;
        this.jvm = jvm;
        this.why = why;
        this.parts = parts;
        hook = new Thread(() -> AtExit.within(options.exit(), () -> leaveReport()), "vt-monitor-exit");
        hook.setContextClassLoader(null);
        PrometheusMetrics metrics = options.port() == null ? null : new PrometheusMetrics(this::vitals, Version.text());
        LoadedClassBytes classes = new LoadedClassBytes(instrumentation);
        knowledge = Diagnosers.knowledge(options.advice());
        WatchThread looks = new WatchThread();
        scheduler = SchedulerMonitoring.start(
                options,
                looks,
                jvm.monitorsPin(),
                instrumentation,
                Diagnosers.of(knowledge, classes),
                new SourceLineResolver(classes),
                () -> ClassFileProofs.of(classes),
                metrics == null ? null : metrics.scheduler());
        parts.add(scheduler::stop);
        waits = WaitsMonitoring.start(
                options,
                looks,
                jvm.monitorsPin(),
                instrumentation,
                classes,
                metrics,
                false,
                WaitingThreads.NONE,
                knowledge,
                scheduler);
        parts.add(waits::stop);
        LOG.warn("pins are not recorded: {}. The scheduler is still watched: its delay and its stalls.", why);
        tellWhatNeedsARecording(options);
        if (metrics != null && options.port() != null) {
            Unpin unpin = Unpinning.atWork();
            if (unpin != null) {
                metrics.unpin(unpin::summary);
            }
            if (options.micrometerNames()) {
                metrics.schedulerAsMicrometer();
            }
            serving = Serving.open(options, options.port(), metrics, this::report, () -> null);
            if (serving != null) {
                parts.add(serving);
            }
        } else {
            serving = null;
        }
        if (options.registry()) {
            parts.add(ApplicationRegistry.start(this::vitals, scheduler::vitals, instrumentation::getAllLoadedClasses));
        }
    }

    static Session start(Options options, JvmInfo jvm, Instrumentation instrumentation, String why) {
        CloseStack parts = new CloseStack();
        try {
            WithoutRecording watch = new WithoutRecording(options, jvm, instrumentation, why, parts);
            EarlyExit.hook(watch.hook);
            return watch;
        } catch (Throwable e) {
            parts.close();
            throw e;
        }
    }

    private static void tellWhatNeedsARecording(Options options) {
        if (options.recording() != null) {
            LOG.warn("recording={}: no file will be written", options.recording());
        }
        if (options.requests()) {
            LOG.warn("requests=on: off, it needs the recording");
        }
        if (options.port() != null && options.micrometerNames()) {
            LOG.warn("compat=micrometer: serves the scheduler's metrics only; pins and failed submits are missing");
        }
    }

    @Override
    public KnowledgeBase knowledge() {
        return knowledge;
    }

    @Override
    public String sentence() {
        return "watching the scheduler of Java " + jvm.javaVersion() + "; pins can't be recorded here"
                + (serving == null ? "" : "; " + serving.sentence());
    }

    @Override
    public Detach detach() {
        if (!EarlyExit.unhook(hook)) {
            return Detach.LEFT_TO_SHUTDOWN;
        }
        parts.close();
        return leaveReport() && options.recording() == null ? Detach.COMPLETE : Detach.FILES_MISSING;
    }

    @Override
    public Report report() {
        List<Limit> limits = new ArrayList<>(List.of(Limit.of(LimitKind.PINS_NOT_RECORDED, why)));
        limits.addAll(scheduler.limits());
        limits.addAll(waits.limits());
        return UnrecordedReport.report(known(), limits, since, scheduler.stalls())
                .with(waits.waits());
    }

    private boolean leaveReport() {
        return UnrecordedReport.write(options, report());
    }

    private JvmInfo known() {
        return jvm.aimingAt(scheduler.parallelism());
    }

    private AgentGauges vitals() {
        return vitals(known());
    }

    /** All of the time since the JVM began is blind time: the zeros alongside it are not to be believed. */
    static AgentGauges vitals(JvmInfo jvm) {
        return new AgentGauges(
                jvm.javaVersion(),
                jvm.parallelism(),
                0,
                0,
                0,
                0,
                jvm.pinnedThreshold().toNanos() / 1e9,
                jvm.monitorsPin() ? jvm.monitorThreshold().toNanos() / 1e9 : null,
                JvmStart.secondsUntil(Instant.now()),
                0,
                0,
                0,
                0,
                0,
                jvm.fileThreshold().toNanos() / 1e9,
                0,
                false);
    }
}
