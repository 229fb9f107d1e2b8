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
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.LimitText;
import io.vtmonitor.report.text.UnpinText;
import io.vtmonitor.requests.RequestTally;
import io.vtmonitor.unpin.Unpin;
import io.vtmonitor.waits.census.WaitsWatch.WaitingThreads;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watch over this JVM, wired. Its pins are watched where the JVM can record. Where its image lacks JFR, or JFR has
 * no folder to write to, the report states that; the scheduler and what virtual threads wait for are watched all the
 * same. Loads no class that needs {@code jdk.jfr} unless that module is there.
 */
final class Session {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    /** Nobody waits for a JVM to end here. */
    private static final Duration DETACH_BOUND = Duration.ofSeconds(10);

    private final Options options;
    private final JvmInfo jvm;
    private final KnowledgeBase knowledge;
    private final SchedulerMonitoring scheduler;
    private final WaitsMonitoring waits;
    private final @Nullable RecordedPins pins;
    private final LiveReport report;
    private final @Nullable Serving serving;
    private final @Nullable Pushing pushing;
    private volatile @Nullable String faultOfJdk;
    private final Thread hook;

    /** What a detach has to close apart from the recording. */
    private final CloseStack parts;

    /** What became of a detach. */
    enum Detach {
        /** The watch has ended, and the files that were asked for are written. */
        COMPLETE,
        /** The watch has ended, and a file that was asked for is not written. */
        FILES_MISSING,
        /** The JVM is ending: the shutdown hook ends the watch. */
        LEFT_TO_SHUTDOWN
    }

    /** The session once it is ready. A future would start the JDK's common pool. */
    private static final class Wired {
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile @Nullable Session session;

        void complete(Session ready) {
            session = ready;
            over.countDown();
        }

        void failed() {
            over.countDown();
        }

        /** Null where it was not ready in time, or never will be. */
        @Nullable
        Session await(Duration bound) throws InterruptedException {
            return over.await(bound.toMillis(), TimeUnit.MILLISECONDS) ? session : null;
        }
    }

    /** Puts into {@code parts} what has been started, however far it gets. */
    private Session(
            Options options, Recording recording, Thread hook, Instrumentation instrumentation, CloseStack parts) {
        this.options = options;
        this.hook = hook;
        this.parts = parts;
        Instant since = Instant.now();
        jvm = recording.jvm();
        LiveStream stream = recording.stream();
        LiveFigures figures = stream == null ? null : new LiveFigures(stream);
        Supplier<AgentGauges> vitals = figures == null ? this::vitalsWithoutPins : figures::vitals;
        PrometheusMetrics metrics =
                options.address().port() == null && options.metrics().otlp() == null
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
        waits = WaitsMonitoring.start(
                options,
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
        serving = metrics == null || options.address().port() == null
                ? null
                : Serving.open(
                        options,
                        options.address().port(),
                        metrics,
                        report,
                        figures == null ? () -> null : figures::lastMinute);
        if (serving != null) {
            parts.add(serving);
        }
        if (pushing != null) {
            pushing.begin();
            parts.add(pushing);
        }
        if (pins != null) {
            pins.deliver();
            if (options.output().report() != null) {
                parts.add(WarmUp.start(jvm, instrumentation));
            }
        }
    }

    /** Metrics that are there on request: those of unpin, and those by the names of Micrometer. */
    private void nameOthers(PrometheusMetrics metrics, @Nullable LiveStream stream) {
        Unpin unpin = Unpinning.atWork();
        if (unpin != null) {
            metrics.unpin(unpin::summary);
        }
        if (options.metrics().micrometerNames() && stream != null) {
            metrics.alsoAsMicrometer(stream::submitFailures);
        } else if (options.metrics().micrometerNames()) {
            metrics.schedulerAsMicrometer();
        }
    }

    /** The recording comes first: what happens while the rest is wired is delivered afterwards. */
    static Session start(Options options, Instrumentation instrumentation) throws IOException {
        Recording recording = Recording.start(options, instrumentation);
        Agent.recordingRuns();
        Wired wired = new Wired();
        Thread hook = new Thread(() -> atExit(wired, options), "vt-monitor-exit");
        hook.setContextClassLoader(null);
        CloseStack parts = new CloseStack();
        try {
            JvmExit.hook(hook);
            Unpinning.leaveToWatch(true);
            Session session = new Session(options, recording, hook, instrumentation, parts);
            wired.complete(session);
            if (recording.stream() != null) {
                LOG.info(sentence(recording.jvm()));
            }
            return session;
        } catch (Throwable e) {
            wired.failed();
            if (JvmExit.unhook(hook)) {
                Unpinning.leaveToWatch(false);
                takeBack(recording, parts, options.exit());
            }
            throw e;
        }
    }

    /** Of a start that failed; what can't be taken back for the same reason stays. */
    private static void takeBack(Recording recording, CloseStack parts, Duration bound) {
        try {
            parts.close();
            recording.takeBack(bound);
        } catch (Throwable e) {
            CloseStack.tell(e);
        }
    }

    private static String sentence(JvmInfo jvm) {
        return "watching Java " + jvm.javaVersion() + " with " + jvm.parallelism()
                + (jvm.parallelism() == 1 ? " carrier; " : " carriers; ")
                + LimitText.sentence(jvm.limits().get(0));
    }

    /** What is watched and where it is served. */
    String sentence() {
        String watched = pins != null
                ? sentence(jvm)
                : "watching the scheduler of Java " + jvm.javaVersion() + "; pins can't be recorded here";
        return watched + (serving == null ? "" : "; " + serving.sentence());
    }

    /** As it is now. */
    Report report() {
        return report.get();
    }

    /** Takes requests as they end, see {@code VtMonitor.requests}; null where they are not watched. */
    @Nullable
    ObjLongConsumer<String> requests() {
        return pins == null ? null : pins.requests();
    }

    /** Makes what is to be said of this JDK when the watch ends. */
    void prepareEnd() {
        faultOfJdk = Diagnosers.faultOfJdk(knowledge);
    }

    private AgentGauges vitalsWithoutPins() {
        return LiveFigures.withoutPins(jvm.aimingAt(scheduler.parallelism()));
    }

    /** Ends it while the JVM runs on. */
    Detach detach() {
        if (!JvmExit.unhook(hook)) {
            return Detach.LEFT_TO_SHUTDOWN;
        }
        Unpinning.leaveToWatch(false); // it continues, and reports at exit
        parts.close();
        if (pins != null) {
            pins.stream().stop();
        }
        boolean written = finish(DETACH_BOUND, JvmExit.forRecording(DETACH_BOUND));
        if (pins != null) {
            pins.stream().forget();
        }
        return written ? Detach.COMPLETE : Detach.FILES_MISSING;
    }

    /**
     * The shutdown hook. Throws nothing, and ends within a bound.
     *
     * @param wired when the watch is ready; where that takes too long, it is said
     */
    private static void atExit(Wired wired, Options options) {
        try {
            JvmExit.within(options.exit(), () -> whenWired(wired, options));
        } catch (Throwable e) {
            tellIncomplete(e);
        }
    }

    private static void whenWired(Wired wired, Options options) {
        Duration bound = JvmExit.forTail(options.exit());
        long deadline = System.nanoTime() + bound.toNanos();
        try {
            Session session = wired.await(bound);
            if (session == null) {
                JvmExit.beforeWatch(options);
            } else {
                session.finish(
                        Duration.ofNanos(Math.max(1, deadline - System.nanoTime())),
                        JvmExit.forRecording(options.exit()));
            }
        } catch (InterruptedException ignored) {
            JvmExit.beforeWatch(options);
        } catch (Throwable e) {
            tellIncomplete(e);
        }
    }

    /**
     * Leaves the report and the recording that were asked for, and the summary; once.
     *
     * @param bound for what was recorded last
     * @param forRecording after that, for the recording that the user asked for
     * @return whether the files that the user asked for are there
     */
    private boolean finish(Duration bound, Duration forRecording) {
        List<String> remaining = List.of();
        boolean written = false;
        try {
            report.ending();
            RecordingSummary whole = pins == null ? null : pins.finish(bound);
            if (pins != null && isIdle(pins.stream())) {
                written = pins.stream().leave(forRecording);
                LOG.info("no virtual thread has started in this JVM: there was nothing to watch");
                return written;
            }
            Report last;
            try {
                last = pins == null || whole == null ? report.get() : report.of(pins, whole);
                // The files before the lines, which may come to an output that takes none.
                written = LiveReport.write(last, options.output().report());
            } finally {
                written &= pins == null
                        ? options.output().recording() == null
                        : pins.stream().leave(forRecording);
            }
            remaining = UnpinText.remaining(last);
            if (pins != null) {
                pins.summary(last);
                String fault = faultOfJdk;
                if (fault != null) {
                    LOG.info(fault);
                }
            }
        } catch (RuntimeException | Error e) {
            tellIncomplete(e);
        }
        if (pushing != null) {
            pushing.close();
        }
        tellOfUnpin(remaining);
        return written;
    }

    /**
     * Whether there is nothing to report, and nobody has asked for more than lines. The report takes a hundred classes:
     * a JVM that the agent is in by the way, such as a build's, does without.
     */
    private boolean isIdle(LiveStream stream) {
        return !stream.isToBeRead()
                && options.output().report() == null
                && !options.watches().resources()
                && !options.log().forTerminal()
                && Unpinning.atWork() == null
                && pushing == null;
    }

    /** Also where the report fails: it needs no more than what was rewritten. */
    private static void tellOfUnpin(List<String> remaining) {
        try {
            Unpinning.tell(remaining);
        } catch (RuntimeException | Error e) {
            tellIncomplete(e);
        }
    }

    /**
     * Where even that fails (no memory, our jar gone) nothing may reach the application's handler of uncaught
     * exceptions.
     */
    private static void tellIncomplete(Throwable failed) {
        try {
            LOG.warn("the report at the end is not complete: {}", String.valueOf(failed));
        } catch (Throwable ignored) {
            // The JVM is ending, and not even a line can be written.
        }
    }
}
