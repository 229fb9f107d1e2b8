package io.vtmonitor.report.json;

import io.vtmonitor.report.Dimension;
import io.vtmonitor.report.Dimensions;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Outlook;
import io.vtmonitor.report.PinnedWindow;
import io.vtmonitor.report.Remedy;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.BusyFigures;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.Timeline;
import io.vtmonitor.report.figures.Totals;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/** The root of the JSON: a {@link Report} and, before what refers to it, the table of its frames. */
record ReportDocument(
        int schemaVersion,
        Source source,
        List<Jvm> jvms,
        Totals totals,
        @Nullable Boolean capacityAtMost,
        Outlook outlook,
        List<Remedy> plan,
        @Nullable List<FixDocument> fixes,
        @JsonDeserialize(using = FrameTable.Reader.class) List<StackFrame> frames,
        List<SiteFigures> sites,
        Figures other,
        List<PinnedWindow> worst,
        Dimensions dimensions,
        @Nullable Dimension threads,
        @Nullable Dimension owners,
        List<Timeline> timelines,
        List<Limit> limits,
        List<BusyFigures> carrierBusy,
        @Nullable List<Stall> stalls,
        @Nullable List<UnpinSummary> unpin,
        @Nullable Waits waits,
        @Nullable Requests requests,
        @Nullable LastMinute lastMinute) {
    static ReportDocument of(Report report, @Nullable LastMinute lastMinute) {
        return new ReportDocument(
                Report.SCHEMA_VERSION,
                report.source(),
                report.jvms(),
                report.totals(),
                report.hasOtherSchedulers() ? true : null,
                report.outlook(),
                report.plan(),
                FixDocument.of(report),
                FrameTable.of(report.sites()),
                report.sites(),
                report.other(),
                report.worst(),
                report.dimensions(),
                report.threads(),
                report.owners(),
                report.timelines(),
                report.limits(),
                report.carrierBusy(),
                report.stalls(),
                report.unpin().isEmpty() ? null : report.unpin(),
                report.waits().none() ? null : report.waits(),
                report.requests(),
                lastMinute);
    }

    Report report() {
        return new Report(source, jvms, timelines, new Report.Pins(totals, outlook, plan, sites, other, worst, dimensions, threads, owners), limits, carrierBusy, stalls == null ? List.of() : stalls, unpin == null ? List.of() : unpin, waits == null ? Waits.NONE : waits, requests);
    }
}
