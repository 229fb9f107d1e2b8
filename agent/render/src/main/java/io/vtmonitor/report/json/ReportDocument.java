package io.vtmonitor.report.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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

/**
 * The root of the JSON: a {@link Report} and the table of its frames, which comes before all that refers to it. The
 * fields of the parts are fields of the root.
 */
record ReportDocument(
        int schemaVersion,
        Source source,
        List<Jvm> jvms,
        @JsonUnwrapped Summary summary,
        @JsonDeserialize(using = FrameTable.Reader.class) List<StackFrame> frames,
        List<SiteFigures> sites,
        Figures other,
        @JsonUnwrapped Parts parts,
        List<Timeline> timelines,
        @JsonUnwrapped Besides besides) {
    /** All pins together, and what to do about them. */
    record Summary(
            Totals totals,
            @Nullable Boolean capacityAtMost,
            Outlook outlook,
            List<Remedy> plan,
            @Nullable List<FixDocument> fixes) {}

    /** The pinned time by several dimensions. */
    record Parts(
            List<PinnedWindow> worst,
            Dimensions dimensions,
            @Nullable Dimension threads,
            @Nullable Dimension owners) {}

    /** What the report has besides pins. */
    record Besides(
            List<Limit> limits,
            List<BusyFigures> carrierBusy,
            @Nullable List<Stall> stalls,
            @Nullable List<UnpinSummary> unpin,
            @Nullable Waits waits,
            @Nullable Requests requests,
            @Nullable LastMinute lastMinute) {}

    static ReportDocument of(Report report, @Nullable LastMinute lastMinute) {
        return new ReportDocument(
                Report.SCHEMA_VERSION,
                report.source(),
                report.jvms(),
                new Summary(
                        report.totals(),
                        report.isCapacityAtMost() ? true : null,
                        report.outlook(),
                        report.plan(),
                        FixDocument.of(report)),
                FrameTable.of(report.sites()),
                report.sites(),
                report.other(),
                new Parts(report.worst(), report.dimensions(), report.threads(), report.owners()),
                report.timelines(),
                new Besides(
                        report.limits(),
                        report.carrierBusy(),
                        report.stalls(),
                        report.unpin().isEmpty() ? null : report.unpin(),
                        report.waits().none() ? null : report.waits(),
                        report.requests(),
                        lastMinute));
    }

    Report report() {
        return new Report(
                source,
                jvms,
                timelines,
                new Report.Pins(
                        summary.totals,
                        summary.outlook,
                        summary.plan,
                        sites,
                        other,
                        parts.worst,
                        parts.dimensions,
                        parts.threads,
                        parts.owners),
                besides.limits,
                besides.carrierBusy,
                besides.stalls == null ? List.of() : besides.stalls,
                besides.unpin == null ? List.of() : besides.unpin,
                besides.waits == null ? Waits.NONE : besides.waits,
                besides.requests);
    }
}
