package io.vtmonitor.agent;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.FileSink;
import io.vtmonitor.diagnosis.DiagnosisWorker;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.log.LogSink;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.report.text.UnpinText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a watch leaves as the JVM ends or it is detached: the report that was asked for, and the summary. */
final class ShutdownReport {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownReport.class);

    private final LiveStream stream;
    private final DiagnosisWorker pins;
    private final LiveReport report;
    private final LogSink log;
    private final @Nullable Path file;

    /**
     * To be said once.
     *
     * @param pins hands them on
     * @param log has told of the sites
     * @param file where the report is to be left; null for none
     */
    ShutdownReport(LiveStream stream, DiagnosisWorker pins, LiveReport report, LogSink log, @Nullable Path file) {
        this.stream = stream;
        this.pins = pins;
        this.report = report;
        this.log = log;
        this.file = file;
    }

    /**
     * The shutdown hook of a watch. Throws nothing, and ends within a bound.
     *
     * @param wired when the watch is ready; where that takes too long, it is said
     */
    static void atExit(CompletableFuture<ShutdownReport> wired, Options options) {
        try {
            AtExit.within(options.exit(), () -> whenWired(wired, options));
        } catch (Throwable e) {
            tellIncomplete(e);
        }
    }

    private static void whenWired(CompletableFuture<ShutdownReport> wired, Options options) {
        Duration bound = AtExit.forTail(options.exit());
        long deadline = System.nanoTime() + bound.toNanos();
        try {
            ShutdownReport words = wired.get(bound.toMillis(), TimeUnit.MILLISECONDS);
            words.say(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())), AtExit.forRecording(options.exit()));
        } catch (InterruptedException | ExecutionException | TimeoutException ignored) {
            EarlyExit.tell(options);
        } catch (Throwable e) {
            tellIncomplete(e);
        }
    }

    /**
     * Leaves them.
     *
     * @param bound for what was recorded last
     * @param forRecording after that, for the recording that the user asked for
     * @return whether the files that the user asked for are there
     */
    boolean say(Duration bound, Duration forRecording) {
        List<String> remaining = List.of();
        boolean written = false;
        try {
            report.ending();
            pins.finishing(System.nanoTime() + bound.toNanos());
            RecordingSummary tail = stream.finish(bound);
            pins.finish();
            Report last;
            try {
                last = tail == null ? report.get() : report.of(tail);
                // The files before the lines, which may come to an output that takes none.
                written = file == null || write(last, file);
            } finally {
                written &= stream.leave(forRecording);
            }
            remaining = UnpinText.remaining(last);
            log.summary(last.with(last.stalls(), List.of()));
        } catch (RuntimeException | Error e) {
            tellIncomplete(e);
        }
        tellOfUnpin(remaining);
        return written;
    }

    /** Also where the report fails: it needs no more than what was rewritten. */
    private static void tellOfUnpin(List<String> remaining) {
        try {
            Unpinning.tell(remaining);
        } catch (RuntimeException | Error e) {
            tellIncomplete(e);
        }
    }

    private static boolean write(Report report, Path file) {
        try {
            FileSink.write(file, JsonReport.write(report));
            return true;
        } catch (IOException e) {
            LOG.warn(UnrecordedReport.NOT_WRITTEN, FailureText.of(file, e));
            return false;
        } catch (RuntimeException | Error e) {
            tellIncomplete(e);
            return false;
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
