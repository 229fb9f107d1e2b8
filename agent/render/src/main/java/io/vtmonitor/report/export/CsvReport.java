package io.vtmonitor.report.export;

import io.vtmonitor.common.Printable;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Site;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.text.CureText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sites as comma-separated values (RFC 4180), a row for each, most pinned time first. Pins of sites that were not
 * kept are the last row. The order of columns does not change; new ones are added at the end.
 */
public final class CsvReport {
    static final List<String> COLUMNS = List.of(
            "site",
            "operation",
            "reason",
            "culprit",
            "line",
            "hold",
            "lock",
            "confidence",
            "library",
            "library_version",
            "holders",
            "entries",
            "pins",
            "pinned_seconds",
            "share",
            "p50_seconds",
            "p99_seconds",
            "max_seconds",
            "compensated",
            "occurrence",
            "first_seconds",
            "last_seconds",
            "verdict",
            "advice",
            "summary",
            "action");

    private CsvReport() {}

    /** Header and rows; all lines end in CR LF. */
    public static String write(Report report) {
        StringBuilder csv = new StringBuilder();
        row(csv, COLUMNS);
        double total = report.totals().pinnedNanos();
        report.sites().forEach(site -> row(csv, cells(site, total)));
        if (report.other().pins() > 0) {
            row(csv, cells(report.other(), total));
        }
        return csv.toString();
    }

    private static List<String> cells(SiteFigures site, double total) {
        HolderLine culprit = site.holders().isEmpty() ? null : site.holders().get(0);
        Library library = culprit == null ? null : culprit.library();
        return List.of(
                site.id(),
                site.operation().toString(),
                site.reason().toString(),
                culprit == null ? "" : culprit.method().toString(),
                culprit == null || culprit.line() <= 0 ? "" : Integer.toString(culprit.line()),
                culprit == null ? "" : culprit.hold().toString(),
                culprit == null ? "" : text(culprit.lock()),
                culprit == null ? "" : culprit.confidence().toString(),
                library == null ? "" : library.name(),
                library == null ? "" : text(library.version()),
                site.holders().stream()
                        .map(holder -> holder.method().toString())
                        .collect(Collectors.joining(" < ")),
                String.join("; ", site.entries()),
                Long.toString(site.pins()),
                seconds(site.pinnedNanos()),
                number(share(site.pinnedNanos(), total)),
                seconds(site.times().p50Nanos()),
                seconds(site.times().p99Nanos()),
                seconds(site.maxNanos()),
                Boolean.toString(site.compensated()),
                site.occurrence().toString(),
                seconds(site.span().firstNanos()),
                seconds(site.span().lastNanos()),
                site.verdict().toString(),
                site.advice().id(),
                site.advice().summary(),
                CureText.of(site));
    }

    private static List<String> cells(Figures other, double total) {
        List<String> cells = new ArrayList<>(Collections.nCopies(COLUMNS.size(), ""));
        cells.set(COLUMNS.indexOf("site"), Site.OTHER);
        cells.set(COLUMNS.indexOf("pins"), Long.toString(other.pins()));
        cells.set(COLUMNS.indexOf("pinned_seconds"), seconds(other.pinnedNanos()));
        cells.set(COLUMNS.indexOf("share"), number(share(other.pinnedNanos(), total)));
        cells.set(COLUMNS.indexOf("max_seconds"), seconds(other.maxNanos()));
        return cells;
    }

    private static BigDecimal share(long nanos, double total) {
        return BigDecimal.valueOf(total > 0 ? Math.round(nanos / total * 1e6) : 0, 6);
    }

    static String seconds(long nanos) {
        return number(BigDecimal.valueOf(nanos, 9));
    }

    /** Without an exponent, which some spreadsheets can't read. */
    private static String number(BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }

    /** The text, or an empty one for null. */
    public static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static void row(StringBuilder csv, List<String> cells) {
        csv.append(row(cells));
    }

    /** A row with its line end. */
    public static String row(List<String> cells) {
        return cells.stream().map(CsvReport::cell).collect(Collectors.joining(",")) + "\r\n";
    }

    /**
     * Spreadsheets run a cell that starts like a formula, and names in a recording may come from anyone: such a cell
     * gets an apostrophe.
     */
    private static String cell(String cell) {
        String text = Printable.text(cell);
        String safe = text.isEmpty() || "=+-@\uff1d\uff0b\uff0d\uff20".indexOf(text.charAt(0)) < 0 ? text : "'" + text;
        boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"');
        return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
