package io.vtmonitor.boot;

import io.vtmonitor.advice.BadAdviceException;
import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.analysis.Aggregation;
import io.vtmonitor.analysis.Aggregation.Carriers;
import io.vtmonitor.analysis.Aggregation.JvmFindings;
import io.vtmonitor.analysis.BusyTally;
import io.vtmonitor.analysis.Diagnoser;
import io.vtmonitor.analysis.Pipe;
import io.vtmonitor.culprit.CulpritFinder;
import io.vtmonitor.culprit.LineFrames;
import io.vtmonitor.culprit.LoadedClassBytes;
import io.vtmonitor.model.Finding;
import io.vtmonitor.model.Report;
import io.vtmonitor.model.Vitals;
import io.vtmonitor.scheduler.JdkInternals;
import io.vtmonitor.sink.ApplicationRegistry;
import io.vtmonitor.sink.FileSink;
import io.vtmonitor.sink.HtmlReport;
import io.vtmonitor.sink.HttpEndpoint;
import io.vtmonitor.sink.JsonReport;
import io.vtmonitor.sink.LogOutput;
import io.vtmonitor.sink.LogSink;
import io.vtmonitor.sink.Pages;
import io.vtmonitor.sink.PrometheusMetrics;
import io.vtmonitor.sink.Response;
import io.vtmonitor.sink.UnpinText;
import io.vtmonitor.source.LiveStream;
import io.vtmonitor.source.Reading;
import io.vtmonitor.source.WatchedJvm;
import io.vtmonitor.unpin.HolderPlanner;
import io.vtmonitor.unpin.Unpin;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles.Lookup;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One watched JVM, wired: stream to pipe to sinks, and what happens at exit. */
final class Watch implements Watching {
    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

    /** For the watch to be ready and what was recorded last to be read. */
    private static final Duration EXIT_BOUND = Duration.ofSeconds(2);

    /** Nobody waits for a JVM to end here. */
    private static final Duration DETACH_BOUND = Duration.ofSeconds(10);

    /** The interval that the gauges of pinned carriers look back over. */
    private static final long GAUGE_NANOS = 10_000_000_000L;

    private final Options options;
    private final WatchedJvm jvm;
    private final Aggregation aggregation = Aggregation.live();
    private final JvmFindings findings;
    private final LogSink log = new LogSink();
    private final LiveStream stream;
    private final BusyTally busy = new BusyTally();
    private final SchedulerPart scheduler;
    private final double blindSeconds;
    private final Thread hook;

    /** What a detach has to close beside the stream, in this order. */
    private final List<AutoCloseable> closeables;

    private volatile long lastFlush = now();
    private String served = "";

    /** Puts into {@code closeables} what has been started, however far it gets. */
    private Watch(
            Options options,
            LiveStream stream,
            Thread hook,
            Instrumentation instrumentation,
            List<AutoCloseable> closeables) {
        this.options = options;
        this.closeables = closeables;
        this.hook = hook;
        this.jvm = stream.jvm();
        this.stream = stream;
        this.blindSeconds = blindSeconds(stream.startTime());
        this.findings = aggregation.jvm(jvm.parallelism());
        List<Consumer<? super Finding>> sinks = new ArrayList<>(List.of(findings, log));
        PrometheusMetrics metrics = options.port() == null ? null : new PrometheusMetrics(this::vitals, Version.text());
        LoadedClassBytes classes = new LoadedClassBytes(instrumentation);
        Diagnoser diagnoser = diagnoser(options, classes);
        scheduler = SchedulerPart.start(
                options,
                jvm.monitorsPin(),
                instrumentation,
                diagnoser,
                new LineFrames(classes),
                metrics == null ? null : metrics.scheduler());
        closeables.add(scheduler::stop);
        if (metrics != null && options.port() != null) {
            sinks.add(metrics);
            Unpin unpin = Unpinning.installed();
            if (unpin != null) {
                metrics.unpin(unpin::summary);
            }
            if (options.micrometerNames()) {
                metrics.alsoAsMicrometer(stream::submitFailures);
            }
            serve(metrics, options.port());
        }
        if (options.registry()) {
            ApplicationRegistry registry =
                    ApplicationRegistry.start(this::vitals, scheduler::vitals, instrumentation::getAllLoadedClasses);
            sinks.add(registry);
            closeables.add(registry);
        }
        Pipe pipe = Pipe.live(options.threshold(), options.monitorThreshold(), diagnoser, sinks);
        stream.deliver(pipe, busy.above(jvm.fileThreshold()), () -> lastFlush = now());
        boolean json = options.report() != null || metrics != null;
        closeables.add(ClassesAtHand.start(json, new Rehearsal(jvm, instrumentation, json, metrics != null)));
    }

    /** The recording comes first: what happens while the rest is wired is delivered afterwards. */
    static Watching start(Options options, Instrumentation instrumentation) throws IOException {
        openLog(options);
        WatchedJvm current = WatchedJvm.current(options.threshold(), options.monitorThreshold());
        LiveStream stream;
        try {
            stream = LiveStream.record(current, internals(instrumentation), options.recording(), options.budget());
        } catch (IOException | IllegalStateException cantRecord) {
            if (EndedEarly.isSo()) {
                throw cantRecord;
            }
            return WithoutRecording.start(
                    options,
                    current,
                    instrumentation,
                    cantRecord.getMessage() + ". -XX:FlightRecorderOptions=repository=FOLDER or -Djava.io.tmpdir=FOLDER"
                            + " names a folder that can be written to");
        }
        WatchedJvm jvm = stream.jvm();
        CompletableFuture<Watch> wired = new CompletableFuture<>();
        Thread hook = new Thread(() -> finish(wired, options), "vt-monitor-exit");
        hook.setContextClassLoader(null);
        EndedEarly.hook(hook);
        Unpinning.leaveToWatch(true);
        List<AutoCloseable> closeables = new ArrayList<>();
        try {
            Watch watch = new Watch(options, stream, hook, instrumentation, closeables);
            wired.complete(watch);
            LOG.info(sentence(jvm));
            return watch;
        } catch (Throwable failed) {
            wired.completeExceptionally(failed);
            if (remove(hook)) {
                Unpinning.leaveToWatch(false);
                takeBack(stream, closeables);
            }
            throw failed;
        }
    }

    /** Of a start that failed; what can't be taken back for the same reason stays. */
    private static void takeBack(LiveStream stream, List<AutoCloseable> closeables) {
        try {
            closeAll(closeables);
            stream.stop();
            stream.finish(EXIT_BOUND);
            stream.forget();
        } catch (Throwable notAll) {
            LOG.warn("not all could be closed: {}", String.valueOf(notAll));
        }
    }

    private static void closeAll(List<AutoCloseable> closeables) {
        for (AutoCloseable closeable : closeables) {
            try {
                closeable.close();
            } catch (Exception | Error failed) {
                LOG.warn("not all could be closed: {}", String.valueOf(failed));
            }
        }
    }

    /** To a class of ours alone; where the JVM does not let us, asking it fails. */
    private static Function<Class<?>, Lookup> internals(Instrumentation instrumentation) {
        try {
            JdkInternals jfr = JdkInternals.open(
                    instrumentation,
                    ModuleLayer.boot().findModule("jdk.jfr").orElseThrow(),
                    List.of("jdk.jfr.internal"));
            JdkInternals base =
                    JdkInternals.open(instrumentation, Object.class.getModule(), List.of("jdk.internal.misc"));
            return type -> (type.getModule() == Object.class.getModule() ? base : jfr).in(type);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
            return type -> {
                throw new IllegalStateException(refused);
            };
        }
    }

    /** Returns false where the JVM is ending: the hook runs then. */
    static boolean remove(Thread hook) {
        return EndedEarly.unhook(hook);
    }

    private static void openLog(Options options) {
        try {
            LogOutput.use(options.log(), options.logAsJson());
        } catch (IOException refused) {
            LOG.warn("can't write to {}: {}; lines go to standard error", options.log(), String.valueOf(refused));
        }
    }

    private static String sentence(WatchedJvm jvm) {
        return "watching Java " + jvm.javaVersion() + " with " + jvm.parallelism() + " carriers; "
                + jvm.limits().get(0);
    }

    @Override
    public String sentence() {
        return sentence(jvm) + served;
    }

    private static void finish(CompletableFuture<Watch> wired, Options options) {
        try {
            AtExit.within(AtExit.BOUND, () -> finishWhenWired(wired, options));
        } catch (Throwable noMemoryOrJar) {
            tellIncomplete(noMemoryOrJar);
        }
    }

    private static void finishWhenWired(CompletableFuture<Watch> wired, Options options) {
        long deadline = System.nanoTime() + EXIT_BOUND.toNanos();
        try {
            Watch watch = wired.get(EXIT_BOUND.toMillis(), TimeUnit.MILLISECONDS);
            watch.finish(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        } catch (InterruptedException | ExecutionException | TimeoutException tooEarly) {
            EndedEarly.tell(options);
        } catch (Throwable noMemoryOrJar) {
            tellIncomplete(noMemoryOrJar);
        }
    }

    static Diagnoser diagnoser(Options options, LoadedClassBytes classes) {
        KnowledgeBase knowledge = knowledge(options.advice());
        return new Diagnoser(
                new CulpritFinder(classes),
                knowledge::advise,
                new HolderPlanner(classes, knowledge.unpinPatterns(), Unpinning.atWork(knowledge)));
    }

    /** A mistake in the user's file costs the file, not the watch. */
    private static KnowledgeBase knowledge(@Nullable Path file) {
        try {
            return file == null ? new KnowledgeBase() : KnowledgeBase.with(file);
        } catch (BadAdviceException bad) {
            LOG.warn("{}. It is left out; the built-in advice is used.", bad.getMessage());
            return new KnowledgeBase();
        }
    }

    private void serve(PrometheusMetrics metrics, int port) {
        try {
            Pages pages = new Pages(options.token())
                    .show("/", () -> HtmlReport.live(liveReport()))
                    .show("/page.json", () -> HtmlReport.liveData(liveReport()))
                    .showBy("/metrics", metrics::answer)
                    .show("/report.json", () -> Response.of("application/json", JsonReport.write(liveReport())));
            HttpEndpoint endpoint = HttpEndpoint.open(options.host(), port, pages);
            closeables.add(endpoint);
            String url = "http://" + options.host() + ":" + endpoint.port();
            LOG.info("serving {}/ with /metrics and /report.json", url);
            served = "; serving " + url + "/ with /metrics and /report.json";
        } catch (IOException busy) {
            LOG.warn("can't serve on {}:{}: {}; the watch goes on without", options.host(), port, busy.getMessage());
        }
    }

    private Report liveReport() {
        long start = nanos(stream.startTime());
        return report(jvm.reported(start, Math.max(now(), start)), List.of());
    }

    private Report report(Report.Jvm reported, List<String> notes) {
        List<String> limits = new ArrayList<>(jvm.limits());
        limits.addAll(stream.limits());
        limits.addAll(scheduler.limits());
        limits.addAll(notes);
        return aggregation
                .report(new Report.Source("live", Version.tool(), List.of()), List.of(reported), limits, busy.figures())
                .with(scheduler.stalls(), Unpinning.summaries());
    }

    private Vitals vitals() {
        long until = stream.ended() == null ? lastFlush : now();
        Carriers carriers = findings.carriers(until - GAUGE_NANOS, until);
        return new Vitals(
                jvm.javaVersion(),
                jvm.parallelism(),
                carriers.mean(),
                carriers.max(),
                carriers.capacityLost(),
                carriers.starvedSeconds(),
                stream.pinnedThreshold().toNanos() / 1e9,
                jvm.monitorsPin() ? stream.monitorThreshold().toNanos() / 1e9 : null,
                blindSeconds(),
                stream.lostBytes(),
                carriers.truncatedStacks(),
                aggregation.foldedPins(),
                stream.selfSeconds(),
                stream.fileThreshold().toNanos() / 1e9,
                stream.submitFailures(),
                stream.ended() == null);
    }

    /** Before the watch, and since its end where that came too early. */
    private double blindSeconds() {
        Instant ended = stream.ended();
        return blindSeconds
                + (ended == null ? 0 : Duration.between(ended, Instant.now()).toNanos() / 1e9);
    }

    @Override
    public boolean detach() {
        if (!remove(hook)) {
            return false;
        }
        closeAll(closeables);
        stream.stop();
        finish(DETACH_BOUND);
        stream.forget();
        return true;
    }

    /** What the watch leaves: the summary, and the files that were asked for. */
    private void finish(Duration bound) {
        try {
            Reading tail = stream.finish(bound);
            Report report = tail == null ? liveReport() : report(reported(tail), tail.notes());
            // The file before the lines, which may come to a pipe that nobody reads.
            if (options.report() != null) {
                write(report, options.report());
            }
            log.summary(report.with(report.stalls(), List.of()));
            Unpinning.tell(UnpinText.remaining(report));
        } catch (RuntimeException | Error failed) {
            tellIncomplete(failed);
        }
    }

    private static void write(Report report, Path file) {
        try {
            FileSink.write(file, JsonReport.write(report));
        } catch (IOException | RuntimeException | Error failed) {
            tellIncomplete(failed);
        }
    }

    /** Where even that fails (no memory, our jar gone) nothing may reach the application's handler of uncaught exceptions. */
    private static void tellIncomplete(Throwable failed) {
        try {
            LOG.warn("the report at the end is not complete: {}", String.valueOf(failed));
        } catch (Throwable notEvenThat) {
            // The JVM ends anyway.
        }
    }

    /** The recording tells the span exactly, unless its begin has been dropped by age. */
    private Report.Jvm reported(Reading tail) {
        long start = nanos(stream.startTime());
        boolean whole = tail.startNanos() <= start + 1_000_000_000L;
        return jvm.reported(whole ? tail.startNanos() : start, tail.endNanos());
    }

    static double blindSeconds(Instant watchBegan) {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(began -> Duration.between(began, watchBegan).toNanos() / 1e9)
                .orElse(0.0);
    }

    private static long now() {
        return nanos(Instant.now());
    }

    private static long nanos(Instant time) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, time);
    }
}
