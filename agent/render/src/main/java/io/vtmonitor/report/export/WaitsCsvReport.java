package io.vtmonitor.report.export;

import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.Waits;
import java.util.List;

/**
 * What virtual threads waited for as comma-separated values (RFC 4180), a row for each place, most thread-seconds
 * first. The order of columns does not change; new ones are added at the end.
 */
public final class WaitsCsvReport {
    static final List<String> COLUMNS = List.of(
            "site",
            "operation",
            "pool",
            "blocker",
            "library",
            "library_version",
            "caller",
            "entry",
            "threads",
            "margin",
            "most",
            "most_on_one",
            "looks",
            "thread_seconds",
            "margin_seconds",
            "arrivals",
            "holder",
            "holder_confidence",
            "took_at",
            "holder_does",
            "waited_seconds",
            "starved_seconds",
            "watched_seconds",
            "turns_taken",
            "gave_up");

    private WaitsCsvReport() {}

    /** Header and rows; all lines end in CR LF. If there were no looks, or no thread waited, only the header. */
    public static String write(Waits waits) {
        StringBuilder csv = new StringBuilder(CsvReport.row(COLUMNS));
        waits.groups().forEach(group -> csv.append(CsvReport.row(cells(group))));
        return csv.toString();
    }

    private static List<String> cells(WaitGroup group) {
        WaitHolder holder = group.holder();
        WaitGroup.Turns turns = group.turns();
        return List.of(
                group.place().site(),
                group.place().operation().toString(),
                CsvReport.text(group.place().pool()),
                CsvReport.text(group.place().blocker()),
                group.place().library() == null ? "" : group.place().library().name(),
                group.place().library() == null
                        ? ""
                        : CsvReport.text(group.place().library().version()),
                CsvReport.text(group.place().caller()),
                CsvReport.text(group.place().entry()),
                Integer.toString(group.count().threads()),
                Integer.toString(group.count().margin()),
                Integer.toString(group.count().most()),
                Integer.toString(group.count().mostOnOne()),
                Long.toString(group.count().looks()),
                CsvReport.seconds(group.count().threadNanos()),
                CsvReport.seconds(group.count().marginNanos()),
                Long.toString(group.count().arrivals()),
                holder == null ? "" : CsvReport.text(holder.thread()),
                holder == null ? "" : holder.confidence().toString(),
                holder == null || holder.tookAt() == null ? "" : holder.tookAt().toString(),
                holder == null ? "" : holder.doing().toString(),
                turns == null ? "" : CsvReport.seconds(turns.waitedNanos()),
                turns == null ? "" : CsvReport.seconds(turns.starvedNanos()),
                turns == null ? "" : CsvReport.seconds(turns.watchedNanos()),
                turns == null ? "" : Integer.toString(turns.taken()),
                turns == null ? "" : Integer.toString(turns.gaveUp()));
    }
}
