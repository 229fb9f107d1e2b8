package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.Version;
import io.vtmonitor.diagnosis.DiagnosisWorker;
import io.vtmonitor.diagnosis.Pipe;
import io.vtmonitor.holders.SourceLineResolver;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.log.LogSink;
import io.vtmonitor.looks.WatchThread;
import io.vtmonitor.metrics.ApplicationRegistry;
import io.vtmonitor.metrics.PrometheusMetrics;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.recording.FileSizeLimit;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.LimitText;
import io.vtmonitor.requests.RequestTally;
import io.vtmonitor.unpin.Unpin;
import io.vtmonitor.waits.census.WaitsWatch.WaitingThreads;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One watched JVM, wired: stream to pipe to sinks. */
final class RecordingSession implements Session {
    private static final Logger LOG = LoggerFactory.getLogger(RecordingSession.class);

    /** Nobody waits for a JVM to end here. */
    private static final Duration DETACH_BOUND = Duration.ofSeconds(10);

    private final JvmInfo jvm;
    private final LiveReport report;
    private final LiveStream stream;
    private final ShutdownReport lastWords;
    private final @Nullable Serving serving;
    private final Thread hook;

    private final KnowledgeBase knowledge;
    private final @Nullable RequestTally requests;

    /** What a detach has to close apart from the stream. */
    private final CloseStack parts;

    /** Puts into {@code parts} what has been started, however far it gets. */
    private RecordingSession(
            Options options, LiveStream stream, Thread hook, Instrumentation instrumentation, CloseStack parts) {
        this.parts = parts;
        this.hook = hook;
        this.jvm = stream.jvm();
        this.stream = stream;
        LiveFigures figures = new LiveFigures(stream);
        PrometheusMetrics metrics =
                options.port() == null ? null : new PrometheusMetrics(figures::vitals, Version.text());
        LoadedClassBytes classes = new LoadedClassBytes(instrumentation);
        knowledge = Diagnosers.knowledge(options.advice());
        Function<Blocking, Diagnosis> diagnoser = Diagnosers.of(knowledge, classes);
        WatchThread looks = new WatchThread();
        SchedulerMonitoring scheduler = SchedulerMonitoring.start(
                options,
                looks,
                jvm.monitorsPin(),
                instrumentation,
                diagnoser,
                new SourceLineResolver(classes),
                () -> ClassFileProofs.of(classes),
                metrics == null ? null : metrics.scheduler());
        parts.add(scheduler::stop);
        figures.ask(scheduler::parallelism);
        RequestTally tally = options.requests() ? new RequestTally() : null;
        requests = tally;
        WaitsMonitoring waits = WaitsMonitoring.start(
                options,
                looks,
                jvm.monitorsPin(),
                instrumentation,
                classes,
                metrics,
                true,
                tally == null ? WaitingThreads.NONE : tally::waiting,
                knowledge,
                scheduler);
        parts.add(waits::stop);
        LogSink log = new LogSink(options.logFrom(), scheduler::parallelism);
        List<DiagnosedPinSink> sinks = new ArrayList<>(List.of(figures.findings(), log));
        if (tally != null) {
            sinks.add(tally);
        }
        if (metrics != null) {
            sinks.add(metrics);
            name(metrics, options.micrometerNames(), stream);
        }
        if (options.registry()) {
            ApplicationRegistry registry =
                    ApplicationRegistry.start(figures::vitals, scheduler::vitals, instrumentation::getAllLoadedClasses);
            sinks.add(registry);
            parts.add(registry);
        }
        DiagnosisWorker pins = new DiagnosisWorker(
                Pipe.live(options.threshold(), options.monitorThreshold(), diagnoser, sinks),
                Pipe.live(options.threshold(), options.monitorThreshold(), Diagnosers.hasty(knowledge), sinks));
        figures.ask(pins);
        report = new LiveReport(stream, pins, figures, scheduler, waits, tally, knowledge);
        lastWords = new ShutdownReport(stream, pins, report, log, options.report());
        serving = metrics == null || options.port() == null
                ? null
                : Serving.open(options, options.port(), metrics, report, report::lastMinute);
        if (serving != null) {
            parts.add(serving);
        }
        if (tally == null) {
            stream.deliver(pins, figures.fileIo(), figures::flushed);
        } else {
            stream.deliverRequests(tally::ended);
            stream.deliver(pins, figures.fileIo(), () -> {
                figures.flushed();
                tally.settle();
            });
        }
        if (options.report() != null) {
            parts.add(WarmUp.start(jvm, instrumentation));
        }
    }

    private static void name(PrometheusMetrics metrics, boolean micrometerNames, LiveStream stream) {
        Unpin unpin = Unpinning.atWork();
        if (unpin != null) {
            metrics.unpin(unpin::summary);
        }
        if (micrometerNames) {
            metrics.alsoAsMicrometer(stream::submitFailures);
        }
    }

    /** The recording comes first: what happens while the rest is wired is delivered afterwards. */
    static Session start(Options options, Instrumentation instrumentation) throws IOException {
        JvmInfo current = JvmInfo.current(options.threshold(), options.monitorThreshold());
        LiveStream stream;
        try {
            stream = LiveStream.record(current, Internals.of(instrumentation), options.recording(), options.budget());
        } catch (IOException | IllegalStateException e) {
            if (EarlyExit.isSo()) {
                throw e;
            }
            String cure = ". Name a writable folder with -XX:FlightRecorderOptions=repository=FOLDER or"
                    + " -Djava.io.tmpdir=FOLDER";
            return WithoutRecording.start(
                    options,
                    current,
                    instrumentation,
                    FailureText.of(e) + (e instanceof FileSizeLimit.TooLowException ? "" : cure));
        }
        BeforeMain.over();
        JvmInfo jvm = stream.jvm();
        CompletableFuture<ShutdownReport> wired = new CompletableFuture<>();
        Thread hook = new Thread(() -> ShutdownReport.atExit(wired, options), "vt-monitor-exit");
        hook.setContextClassLoader(null);
        CloseStack parts = new CloseStack();
        try {
            EarlyExit.hook(hook);
            Unpinning.leaveToWatch(true);
            RecordingSession watch = new RecordingSession(options, stream, hook, instrumentation, parts);
            wired.complete(watch.lastWords);
            LOG.info(sentence(jvm));
            return watch;
        } catch (Throwable e) {
            wired.completeExceptionally(e);
            if (EarlyExit.unhook(hook)) {
                Unpinning.leaveToWatch(false);
                takeBack(stream, parts, options.exit());
            }
            throw e;
        }
    }

    /** Of a start that failed; what can't be taken back for the same reason stays. */
    private static void takeBack(LiveStream stream, CloseStack parts, Duration bound) {
        try {
            parts.close();
            stream.stop();
            stream.finish(AtExit.forTail(bound));
            stream.leave(AtExit.forRecording(bound));
            stream.forget();
        } catch (Throwable e) {
            CloseStack.tell(e);
        }
    }

    private static String sentence(JvmInfo jvm) {
        return "watching Java " + jvm.javaVersion() + " with " + jvm.parallelism()
                + (jvm.parallelism() == 1 ? " carrier; " : " carriers; ")
                + LimitText.sentence(jvm.limits().get(0));
    }

    @Override
    public Report report() {
        return report.get();
    }

    @Override
    public @Nullable ObjLongConsumer<String> requests() {
        return requests;
    }

    @Override
    public KnowledgeBase knowledge() {
        return knowledge;
    }

    @Override
    public String sentence() {
        return sentence(jvm) + (serving == null ? "" : "; " + serving.sentence());
    }

    @Override
    public Detach detach() {
        if (!EarlyExit.unhook(hook)) {
            return Detach.LEFT_TO_SHUTDOWN;
        }
        Unpinning.leaveToWatch(false); // it continues, and tells of itself at exit
        parts.close();
        stream.stop();
        boolean written = lastWords.say(DETACH_BOUND, AtExit.forRecording(DETACH_BOUND));
        stream.forget();
        return written ? Detach.COMPLETE : Detach.FILES_MISSING;
    }
}
