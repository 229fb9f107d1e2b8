package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.common.Version;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.JdkText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The report of a watch that records, as it is now or as the whole recording tells it. */
final class LiveReport implements Supplier<Report> {
    private final KnowledgeBase knowledge;
    private final LiveStream stream;
    private final LiveFigures figures;
    private final SchedulerMonitoring scheduler;

    LiveReport(LiveStream stream, LiveFigures figures, SchedulerMonitoring scheduler, KnowledgeBase knowledge) {
        this.stream = stream;
        this.figures = figures;
        this.scheduler = scheduler;
        this.knowledge = knowledge;
    }

    /** As it is now. */
    @Override
    public Report get() {
        long start = LiveFigures.nanos(stream.startTime());
        return report(start, Math.max(LiveFigures.now(), start), List.of());
    }

    /** As the recording tells it, which is complete. */
    Report of(RecordingSummary whole) {
        long start = LiveFigures.nanos(stream.startTime());
        // The recording tells the span exactly, unless its begin has been dropped by age.
        long recorded = whole.watched().startNanos();
        boolean all = recorded <= start + 1_000_000_000L;
        return report(all ? recorded : start, whole.watched().endNanos(), whole.notes());
    }

    private Report report(long startNanos, long endNanos, List<String> notes) {
        LiveFigures.Counted counted = figures.counted();
        List<String> limits = new ArrayList<>(counted.jvm().limits());
        limits.addAll(JdkText.limits(knowledge.jdkBugs(counted.jvm().javaVersion(), null)));
        limits.addAll(stream.limits());
        limits.addAll(scheduler.limits());
        limits.addAll(notes);
        return counted.pins()
                .report(
                        new Report.Source("live", Version.tool(), List.of()),
                        List.of(counted.jvm().reported(startNanos, endNanos)),
                        limits,
                        figures.busy().figures())
                .with(scheduler.stalls(), Unpinning.summaries());
    }
}
