package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.diagnosis.DiagnosisWorker;
import io.vtmonitor.diagnosis.Pipe;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.log.LogSink;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.report.Report;
import io.vtmonitor.requests.RequestTally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pins of a watch that records, on their way from the stream through the diagnosis to the log, metrics, figures,
 * and requests.
 */
final class RecordedPins {
    private final LiveStream stream;
    private final LiveFigures figures;
    private final Consumer<FileIo> fileIo;
    private final DiagnosisWorker worker;
    private final LogSink log;
    private final @Nullable RequestTally requests;
    private final boolean terminal;

    /**
     * Does not deliver pins yet.
     *
     * @param requests receives the application's requests; null if they are not watched
     * @param others further receivers of pins
     */
    RecordedPins(
            Options options,
            LiveStream stream,
            LiveFigures figures,
            KnowledgeBase knowledge,
            Function<Blocking, Diagnosis> diagnoser,
            SchedulerMonitoring scheduler,
            @Nullable RequestTally requests,
            List<DiagnosedPinSink> others) {
        this.stream = stream;
        this.figures = figures;
        fileIo = figures.fileIo();
        this.requests = requests;
        terminal = options.log().forTerminal();
        log = new LogSink(options.log().from(), scheduler::parallelism);
        List<DiagnosedPinSink> sinks = new ArrayList<>(List.of(figures.findings(), log));
        if (requests != null) {
            sinks.add(requests);
        }
        sinks.addAll(others);
        worker = new DiagnosisWorker(
                Pipe.live(options.threshold(), options.monitorThreshold(), diagnoser, sinks),
                Pipe.live(options.threshold(), options.monitorThreshold(), Diagnosers.hasty(knowledge), sinks));
        figures.ask(worker);
    }

    LiveStream stream() {
        return stream;
    }

    LiveFigures figures() {
        return figures;
    }

    DiagnosisWorker worker() {
        return worker;
    }

    /** Receives file I/O. */
    Consumer<FileIo> fileIo() {
        return fileIo;
    }

    @Nullable
    RequestTally requests() {
        return requests;
    }

    /**
     * If requests are watched, also delivers events that say what their thread was working on. Must be called before
     * the first pin is delivered.
     */
    void deliverRequests() {
        if (requests != null) {
            stream.deliverRequests(requests::ended);
        }
    }

    /** Called after each flush: all that was recorded before has been delivered. */
    void flushed() {
        figures.flushed();
        if (requests != null) {
            requests.settle();
        }
    }

    /**
     * Ends the recording, and delivers what was recorded last.
     *
     * @return a summary of the recording; null if it can't be read
     */
    @Nullable
    RecordingSummary finish(Duration bound) {
        worker.finishing(System.nanoTime() + bound.toNanos());
        RecordingSummary whole = stream.finish(bound);
        worker.finish();
        return whole;
    }

    /**
     * Waits until pins that were delivered late have been diagnosed, after the end of a recording whose pins nothing
     * had received before.
     *
     * @param deadline a {@link System#nanoTime}
     */
    void passAll(long deadline) {
        worker.finishing(deadline);
        worker.finish();
    }

    /** Logs the summary at the end. */
    void summary(Report last) {
        log.summary(last.with(last.stalls(), List.of()), terminal);
    }
}
