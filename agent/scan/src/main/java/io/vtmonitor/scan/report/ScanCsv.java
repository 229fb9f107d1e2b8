package io.vtmonitor.scan.report;

import io.vtmonitor.report.export.CsvReport;
import io.vtmonitor.report.text.ActionText;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.ScanFinding;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The findings as comma-separated values (RFC 4180), the most important first. New columns come at the end. */
public final class ScanCsv {
    private static final List<String> COLUMNS = List.of(
            "id",
            "holder",
            "hold",
            "lock",
            "class",
            "line",
            "library",
            "library_version",
            "kind",
            "sink",
            "certainty",
            "calls",
            "path",
            "entry",
            "affected",
            "cured",
            "verdict",
            "advice",
            "action",
            "seen_pins",
            "seen_seconds");

    private ScanCsv() {}

    /** Header and rows; every line ends in CR LF. */
    public static String write(ScanReport report) {
        StringBuilder csv = new StringBuilder(CsvReport.row(COLUMNS));
        report.findings().forEach(each -> csv.append(CsvReport.row(cells(each, report.seen()))));
        return csv.toString();
    }

    private static List<String> cells(Assessment each, @Nullable RecordedMatches seen) {
        ScanFinding finding = each.finding();
        RecordedMatches.Cost cost = seen == null ? null : seen.cost(finding);
        int line = finding.holding().source().line();
        return List.of(
                ScanReport.id(finding),
                finding.holding().holder().toString(),
                finding.holding().hold().toString(),
                CsvReport.text(finding.holding().lock()),
                finding.holding().source().className(),
                line > 0 ? Integer.toString(line) : "",
                finding.holding().library().name(),
                CsvReport.text(finding.holding().library().version()),
                finding.kind().toString(),
                finding.sink().toString(),
                finding.certainty().toString(),
                Integer.toString(finding.path().size()),
                finding.path().stream().map(step -> step.method().toString()).collect(Collectors.joining(" > ")),
                finding.reach().entry() == null ? "" : finding.reach().entry().toString(),
                Boolean.toString(each.affected()),
                Boolean.toString(each.cured()),
                each.verdict().toString(),
                each.advice().id(),
                ActionText.of(each.advice().action()),
                cost == null ? "" : Long.toString(cost.pins()),
                cost == null ? "" : Double.toString(cost.seconds()));
    }
}
