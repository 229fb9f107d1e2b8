package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.FileSink;
import io.vtmonitor.common.Version;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RaisedThresholds;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.report.AgentFindings;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.WatchCost;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.requests.RequestTally;
import io.vtmonitor.tally.Aggregation;
import io.vtmonitor.tally.FileIoTally;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the report of a watch: the current one, or the last one from the complete recording. */
final class LiveReport implements Supplier<Report> {
    private static final Logger LOG = LoggerFactory.getLogger(LiveReport.class);

    private final JvmInfo jvm;
    private final String whyNoPins;
    private final Instant since;
    private final @Nullable RecordedPins pins;
    private final SchedulerMonitoring scheduler;
    private final WaitsMonitoring waits;
    private final KnowledgeBase knowledge;

    /**
     * The reports of a watch that has started.
     *
     * @param since when it started
     * @param pins null if the JVM can't record
     */
    LiveReport(
            Recording recording,
            Instant since,
            @Nullable RecordedPins pins,
            SchedulerMonitoring scheduler,
            WaitsMonitoring waits,
            KnowledgeBase knowledge) {
        jvm = recording.jvm();
        whyNoPins = recording.whyNone();
        this.since = since;
        this.pins = pins;
        this.scheduler = scheduler;
        this.waits = waits;
        this.knowledge = knowledge;
    }

    /** The current report. */
    @Override
    public Report get() {
        if (pins == null) {
            List<Limit> limits = new ArrayList<>(List.of(Limit.of(LimitKind.PINS_NOT_RECORDED, whyNoPins)));
            limits.addAll(scheduler.limits());
            limits.addAll(waits.limits());
            AgentFindings found = waits.findings();
            return withoutPins(jvm.aimingAt(scheduler.parallelism()), limits, since)
                    .with(found.stalls(), Unpinning.summaries())
                    .with(found.waits());
        }
        long start = EpochNanos.nanos(pins.stream().startTime());
        return report(pins, start, Math.max(EpochNanos.nanos(Instant.now()), start), List.of());
    }

    /**
     * Called when the recording is about to end. What virtual threads wait for after that is neither in the report nor
     * in the recording.
     */
    void ending() {
        waits.freeze();
    }

    /**
     * The report of a JVM that ended before its watch was ready.
     *
     * @param why the first of its limits
     */
    static Report withoutPins(Options options, Limit why) {
        JvmInfo jvm = JvmInfo.current(options.threshold(), options.monitorThreshold());
        return withoutPins(jvm, List.of(why), Instant.now()).with(List.of(), Unpinning.summaries());
    }

    private static Report withoutPins(JvmInfo jvm, List<Limit> why, Instant since) {
        List<Limit> limits = new ArrayList<>(why);
        limits.addAll(jvm.limits());
        Aggregation aggregation = Aggregation.live();
        aggregation.jvm(jvm.pool());
        return aggregation.report(
                new Source("live", Version.tool(), List.of()),
                List.of(jvm.reported(EpochNanos.nanos(since), EpochNanos.nanos(Instant.now()))),
                limits,
                new FileIoTally().figures());
    }

    /** The last report, with what the complete recording shows. */
    Report of(RecordedPins recorded, RecordingSummary whole) {
        recorded.figures().recorded(whole.jvm());
        long start = EpochNanos.nanos(recorded.stream().startTime());
        // The recording has the exact span, unless its first chunks have been dropped by age.
        long begin = whole.watched().startNanos();
        boolean all = begin <= start + 1_000_000_000L;
        return report(recorded, all ? begin : start, whole.watched().endNanos(), whole.limits());
    }

    private Report report(RecordedPins recorded, long startNanos, long endNanos, List<Limit> more) {
        LiveStream stream = recorded.stream();
        LiveFigures figures = recorded.figures();
        RequestTally requests = recorded.requests();
        LiveFigures.Counted counted = figures.counted();
        counted.findings().begin(startNanos);
        List<Limit> limits = new ArrayList<>(counted.jvm().unwatchedStart(startNanos));
        limits.addAll(counted.jvm().limits());
        knowledge.jdkBugs(counted.jvm().javaVersion(), null).forEach(bug -> limits.add(bug.limit()));
        // The recording has the raised thresholds up to its last flush. An analysis of the recording shows the same.
        boolean hasRaised = more.stream().anyMatch(RaisedThresholds::tell);
        stream.limits(startNanos, endNanos).stream()
                .filter(limit -> !hasRaised || !RaisedThresholds.tell(limit))
                .forEach(limits::add);
        limits.addAll(recorded.worker().limits());
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

    /**
     * Writes the report.
     *
     * @param file null to write nothing
     * @return false if it could not be written
     */
    static boolean write(Report report, @Nullable Path file) {
        if (file == null) {
            return true;
        }
        try {
            FileSink.write(file, JsonReport.write(report));
            return true;
        } catch (IOException | RuntimeException | Error e) {
            LOG.warn("can't write report={}. No report was written there.", FailureText.of(file, e));
            return false;
        }
    }
}
