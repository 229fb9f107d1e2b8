package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.Version;
import io.vtmonitor.diagnosis.DiagnosisWorker;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.pins.RaisedThresholds;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.report.AgentFindings;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.WatchCost;
import io.vtmonitor.requests.RequestTally;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the report of a watch that records: as of now, or from the whole recording. */
final class LiveReport implements Supplier<Report> {
    private final KnowledgeBase knowledge;
    private final LiveStream stream;
    private final DiagnosisWorker pins;
    private final LiveFigures figures;
    private final SchedulerMonitoring scheduler;
    private final WaitsMonitoring waits;
    private final @Nullable RequestTally requests;

    LiveReport(
            LiveStream stream,
            DiagnosisWorker pins,
            LiveFigures figures,
            SchedulerMonitoring scheduler,
            WaitsMonitoring waits,
            @Nullable RequestTally requests,
            KnowledgeBase knowledge) {
        this.stream = stream;
        this.pins = pins;
        this.figures = figures;
        this.scheduler = scheduler;
        this.waits = waits;
        this.requests = requests;
        this.knowledge = knowledge;
    }

    /** As it is now. */
    @Override
    public Report get() {
        long start = EpochNanos.nanos(stream.startTime());
        return report(start, Math.max(EpochNanos.nanos(Instant.now()), start), List.of());
    }

    /** The recording ends: what virtual threads wait for afterwards is in neither. */
    void ending() {
        waits.freeze();
    }

    /** The last minute, up to what has been flushed. */
    LastMinute lastMinute() {
        return figures.lastMinute();
    }

    /** As the recording tells it, which is complete. */
    Report of(RecordingSummary whole) {
        figures.recorded(whole.jvm());
        long start = EpochNanos.nanos(stream.startTime());
        // The recording tells the span exactly, unless its begin has been dropped by age.
        long recorded = whole.watched().startNanos();
        boolean all = recorded <= start + 1_000_000_000L;
        return report(all ? recorded : start, whole.watched().endNanos(), whole.limits());
    }

    private Report report(long startNanos, long endNanos, List<Limit> more) {
        LiveFigures.Counted counted = figures.counted();
        counted.findings().begin(startNanos);
        List<Limit> limits = new ArrayList<>(counted.jvm().unwatchedStart(startNanos));
        limits.addAll(counted.jvm().limits());
        knowledge.jdkBugs(counted.jvm().javaVersion(), null).forEach(bug -> limits.add(bug.limit()));
        // The recording has what the budget raised up to its last flush, and so has whoever analyzes it.
        boolean recorded = more.stream().anyMatch(RaisedThresholds::tell);
        stream.limits(startNanos, endNanos).stream()
                .filter(limit -> !recorded || !RaisedThresholds.tell(limit))
                .forEach(limits::add);
        limits.addAll(pins.limits());
        limits.addAll(scheduler.limits());
        limits.addAll(waits.limits());
        limits.addAll(more);
        AgentFindings found = waits.findings();
        return counted.pins()
                .report(
                        new Source("live", Version.tool(), List.of()),
                        List.of(counted.jvm().reported(startNanos, endNanos)),
                        limits,
                        figures.busy().figures())
                .with(found.stalls(), Unpinning.summaries())
                .with(found.waits())
                .with(requests == null ? null : requests.figures())
                .costing(new WatchCost(
                        figures.selfSeconds()
                                + scheduler.vitals().selfSeconds()
                                + found.waits().costNanos() / 1e9,
                        stream.selfAllocatedBytes()));
    }
}
