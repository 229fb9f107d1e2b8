package io.vtmonitor.agent;

import io.vtmonitor.common.Lazy;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.LimitText;
import io.vtmonitor.report.text.UnpinText;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watch over this JVM: the recording, the port, and the {@link Monitoring} of virtual threads, once there is one.
 * Pins are watched if the JVM can record. If its image lacks JFR, or JFR has no folder to write to, the report says so,
 * and the scheduler and what virtual threads wait for are still watched. Loads no class that needs {@code jdk.jfr}
 * unless that module exists.
 */
final class Session {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    /** For a detach. The JVM continues to run, so this need not be short. */
    private static final Duration DETACH_BOUND = Duration.ofSeconds(10);

    private final Options options;
    private final Recording recording;
    private final @Nullable LiveStream stream;

    /** Created for the first virtual thread, or when a report or metrics are requested before. */
    private final Lazy<Monitoring> monitoring;

    private final @Nullable Serving serving;
    private final Thread hook;

    /** What a detach has to close besides the recording. */
    private final CloseStack parts;

    /** The result of a detach. */
    enum Detach {
        /** The watch has ended, and the requested files are written. */
        COMPLETE,
        /** The watch has ended, but a requested file is not written. */
        FILES_MISSING,
        /** The JVM is ending: the shutdown hook ends the watch. */
        LEFT_TO_SHUTDOWN
    }

    /** Provides the session when it is ready. Not a CompletableFuture, which would start the JDK's common pool. */
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

        /** Null if the session was not ready in time, or never will be. */
        @Nullable
        Session await(Duration bound) throws InterruptedException {
            return over.await(bound.toMillis(), TimeUnit.MILLISECONDS) ? session : null;
        }
    }

    /** Adds all parts that were started to {@code parts}, even if it fails. */
    private Session(
            Options options, Recording recording, Thread hook, Instrumentation instrumentation, CloseStack parts) {
        this.options = options;
        this.recording = recording;
        this.hook = hook;
        this.parts = parts;
        stream = recording.stream();
        Instant since = Instant.now();
        monitoring = new Lazy<>(() -> monitoring(options, recording, since, instrumentation, parts));
        if (!mayWait()) {
            monitoring.get();
        }
        Integer port = options.address().port();
        serving = port == null ? null : Serving.open(options, port, monitoring);
        if (serving != null) {
            parts.add(serving);
        }
        if (stream != null) {
            deliver(stream);
        }
        if (!mayWait()) {
            monitoring.get().begin(instrumentation, parts);
        }
    }

    /** If it fails, all that it has started is closed, and the next call tries again. */
    private static Monitoring monitoring(
            Options options, Recording recording, Instant since, Instrumentation instrumentation, CloseStack parts) {
        CloseStack begun = new CloseStack();
        try {
            Monitoring made = new Monitoring(options, recording, since, instrumentation, begun);
            parts.add(begun);
            return made;
        } catch (Throwable e) {
            begun.close();
            throw e;
        }
    }

    /**
     * Whether all but the recording and the port can wait for the first virtual thread. False if an option may have to
     * be refused, which happens at the start, or if the report at the end is needed in any case.
     */
    private boolean mayWait() {
        return stream != null
                && options.advice() == null
                && options.output().dump() == null
                && !options.metrics().registry()
                && mayEndIdle();
    }

    /** Starts to deliver pins, including those recorded before: the stream begins where the recording did. */
    private void deliver(LiveStream recorded) {
        if (options.watches().requests()) {
            pins().deliverRequests();
        }
        recorded.deliver(
                pin -> pins().worker().accept(pin),
                interval -> pins().fileIo().accept(interval),
                () -> monitoring.get().prepareEnd(),
                () -> {
                    if (monitoring.ifMade() != null) {
                        pins().flushed();
                    }
                });
    }

    /** The pins of a JVM that can record. */
    private RecordedPins pins() {
        return Objects.requireNonNull(monitoring.get().pins());
    }

    /** Starts the recording first: what happens during the rest of the start is delivered later. */
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

    /** Undoes a start that failed. What can't be undone remains. */
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

    /** What is watched, and where it is served. */
    String sentence() {
        JvmInfo jvm = recording.jvm();
        String watched = stream != null
                ? sentence(jvm)
                : "watching the scheduler of Java " + jvm.javaVersion() + "; pins can't be recorded here";
        return watched + (serving == null ? "" : "; " + serving.sentence());
    }

    /** The current report. */
    Report report() {
        return monitoring.get().reportNow();
    }

    /** Receives requests as they end, see {@code VtMonitor.requests}; null if they are not watched. */
    @Nullable
    ObjLongConsumer<String> requests() {
        return stream != null && options.watches().requests() ? pins().requests() : null;
    }

    /** Loads what the end of the watch reports about this JDK. */
    void prepareEnd() {
        Monitoring made = monitoring.ifMade();
        if (made != null) {
            made.prepareEnd();
        }
    }

    /** Ends the watch while the JVM continues to run. */
    Detach detach() {
        if (!JvmExit.unhook(hook)) {
            return Detach.LEFT_TO_SHUTDOWN;
        }
        Unpinning.leaveToWatch(false); // the rewriting continues, and is reported at exit
        parts.close();
        if (stream != null) {
            stream.stop();
        }
        boolean written = finish(DETACH_BOUND, JvmExit.forRecording(DETACH_BOUND));
        if (stream != null) {
            stream.forget();
        }
        return written ? Detach.COMPLETE : Detach.FILES_MISSING;
    }

    /**
     * The shutdown hook. Throws nothing, and ends within a bound.
     *
     * @param wired provides the session; if it is not ready in time, the report says so
     */
    private static void atExit(Wired wired, Options options) {
        try {
            JvmExit.within(options.exit(), () -> whenWired(wired, options));
        } catch (Throwable e) {
            logIncomplete(e);
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
            logIncomplete(e);
        }
    }

    /**
     * Writes the requested report and recording, and logs the summary. Called once.
     *
     * @param bound for what was recorded last
     * @param forRecording after that, for the recording that the user asked for
     * @return whether the requested files exist
     */
    private boolean finish(Duration bound, Duration forRecording) {
        List<String> remaining = List.of();
        boolean written = false;
        try {
            Monitoring made = isIdle() ? monitoring.ifMade() : monitoring.get();
            if (made != null) {
                made.report().ending();
            }
            RecordingSummary whole = finishRecording(made, bound);
            if (stream != null && isIdle()) {
                written = stream.leave(forRecording);
                LOG.info("no virtual thread has started in this JVM: there was nothing to watch");
                return written;
            }
            Monitoring all = monitoring.get();
            RecordedPins pins = all.pins();
            Report last;
            try {
                last = pins == null || whole == null
                        ? all.reportNow()
                        : all.report().of(pins, whole);
                // The files before the lines: the log may be a pipe that nobody reads.
                written = LiveReport.write(last, options.output().report());
            } finally {
                written &= stream == null ? options.output().recording() == null : stream.leave(forRecording);
            }
            remaining = UnpinText.remaining(last);
            if (pins != null) {
                pins.summary(last);
                String fault = all.faultOfJdk();
                if (fault != null) {
                    LOG.info(fault);
                }
            }
        } catch (RuntimeException | Error e) {
            logIncomplete(e);
        }
        Monitoring made = monitoring.ifMade();
        if (made != null) {
            made.close();
        }
        logUnpin(remaining);
        return written;
    }

    /**
     * Delivers what was recorded last.
     *
     * @param made null if there has been no virtual thread. If one starts now, its pins are still delivered
     * @return a summary of the recording; null if it can't be read
     */
    private @Nullable RecordingSummary finishRecording(@Nullable Monitoring made, Duration bound) {
        if (stream == null) {
            return null;
        }
        if (made != null) {
            return Objects.requireNonNull(made.pins()).finish(bound);
        }
        long deadline = System.nanoTime() + bound.toNanos();
        RecordingSummary whole = stream.finish(bound);
        if (monitoring.ifMade() != null) {
            pins().passAll(deadline);
        }
        return whole;
    }

    /** Whether there is nothing to report. */
    private boolean isIdle() {
        return stream != null && !stream.isToBeRead() && mayEndIdle();
    }

    /**
     * Whether a watch without virtual threads may end with a line in the log and no report. A report loads a hundred
     * classes. A JVM that does not need one, such as a build's, does without.
     */
    private boolean mayEndIdle() {
        return options.output().report() == null
                && !options.watches().resources()
                && !options.watches().requests()
                && !options.log().forTerminal()
                && options.metrics().otlp() == null
                && !Unpinning.isInstalled();
    }

    /** Also called if the report fails: it needs only what was rewritten. */
    private static void logUnpin(List<String> remaining) {
        try {
            Unpinning.tell(remaining);
        } catch (RuntimeException | Error e) {
            logIncomplete(e);
        }
    }

    /**
     * If even the log fails (no memory, our jar is gone), no exception may reach the application's handler of uncaught
     * exceptions.
     */
    private static void logIncomplete(Throwable failed) {
        try {
            LOG.warn("the report at the end is not complete: {}", String.valueOf(failed));
        } catch (Throwable ignored) {
            // Nothing can be logged.
        }
    }
}
