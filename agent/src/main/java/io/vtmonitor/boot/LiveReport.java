package io.vtmonitor.boot;

import io.vtmonitor.model.Report;
import io.vtmonitor.source.LiveStream;
import io.vtmonitor.source.Reading;
import io.vtmonitor.source.WatchedJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The report of a watch that records, as it is now or as the whole recording tells it. */
final class LiveReport implements Supplier<Report> {
    private final LiveStream stream;
    private final LiveFigures figures;
    private final SchedulerPart scheduler;
    private final WatchedJvm jvm;

    LiveReport(LiveStream stream, LiveFigures figures, SchedulerPart scheduler) {
        this.stream = stream;
        this.figures = figures;
        this.scheduler = scheduler;
        jvm = stream.jvm();
    }

    /** As it is now. */
    @Override
    public Report get() {
        long start = LiveFigures.nanos(stream.startTime());
        return report(jvm.reported(start, Math.max(LiveFigures.now(), start)), List.of());
    }

    /** As the recording tells it, which is complete. */
    Report of(Reading whole) {
        return report(reported(whole), whole.notes());
    }

    private Report report(Report.Jvm reported, List<String> notes) {
        List<String> limits = new ArrayList<>(jvm.limits());
        limits.addAll(stream.limits());
        limits.addAll(scheduler.limits());
        limits.addAll(notes);
        return figures.pins()
                .report(
                        new Report.Source("live", Version.tool(), List.of()),
                        List.of(reported),
                        limits,
                        figures.busy().figures())
                .with(scheduler.stalls(), Unpinning.summaries());
    }

    /** The recording tells the span exactly, unless its begin has been dropped by age. */
    private Report.Jvm reported(Reading tail) {
        long start = LiveFigures.nanos(stream.startTime());
        boolean whole = tail.startNanos() <= start + 1_000_000_000L;
        return jvm.reported(whole ? tail.startNanos() : start, tail.endNanos());
    }
}
