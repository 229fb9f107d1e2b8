package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.figures.BusyFigures;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.List;

/** The report for a terminal: what pins cost, what holds the carriers, what to do, and the blind spots. */
public final class TextReport {
    private static final int LISTED_STALLS = 3;

    private TextReport() {}

    /**
     * The report, one line for each statement.
     *
     * @param top how many sites are shown; the others are counted
     */
    public static String write(Report report, int top) {
        return write(report, top, 0, TextStyle.UNWRAPPED);
    }

    /**
     * How many sites are worth showing: at least one, and all with 1 % of the pinned time or more.
     *
     * @param most the largest result
     */
    public static int notable(Report report, int most) {
        double least = report.totals().pinnedNanos() / 100.0;
        int notable = 0;
        for (SiteFigures site : report.sites()) {
            if (site.pinnedNanos() < least) {
                break;
            }
            notable++;
        }
        return Math.min(most, Math.max(1, notable));
    }

    /**
     * The report as text.
     *
     * @param top how many sites are shown; the others are counted
     * @param stacks how many stacks are shown of each site
     * @param style the layout
     */
    public static String write(Report report, int top, int stacks, TextStyle style) {
        TextWriter page = new TextWriter(style);
        HeadText.jvms(page, report);
        WaitsText.verdicts(page, report);
        stalls(page, report);
        pins(page, report, top, stacks);
        WaitsText.write(page, report);
        if (report.requests() != null) { // most reports have none, and load a class less
            RequestsText.write(page, report.requests());
        }
        unpin(page, UnpinText.lines(report));
        PlanText.shortly(page, report);
        page.blank();
        page.line("Blind spots: %s.", String.join("; ", LimitText.sentences(HeadText.unreportedLimits(report))));
        return page.toString();
    }

    /**
     * The report for somebody who has read each verdict and each stall when it was logged: verdicts and stalls are only
     * named, and blind spots that every watch has are left out.
     *
     * @param top how many sites are shown; the others are counted
     */
    public static String afterWatch(Report report, int top) {
        TextWriter page = new TextWriter(TextStyle.UNWRAPPED);
        HeadText.jvms(page, report);
        VerdictBlock.summary(page, report.waits().verdicts());
        for (Stall stall : report.stalls()) {
            page.line("Stalled %s, see above", FindingsText.when(stall));
        }
        pins(page, report, top, 0);
        WaitsText.write(page, report);
        if (report.requests() != null) {
            RequestsText.write(page, report.requests());
        }
        unpin(page, UnpinText.lines(report));
        if (report.waits().verdicts().isEmpty() && report.stalls().isEmpty()) {
            PlanText.shortly(page, report);
        }
        page.blank();
        List<String> own = LimitText.sentences(HeadText.unreportedLimits(report).stream()
                .filter(limit -> !LimitText.isOfEveryWatch(limit.kind()))
                .toList());
        page.line(
                "Blind spots: %swhat no watch sees: docs/reading-a-report.md#blind-spots",
                own.isEmpty() ? "" : String.join("; ", own) + "; and ");
        return page.toString();
    }

    private static void pins(TextWriter page, Report report, int top, int stacks) {
        HeadText.cost(page, report);
        List<SiteFigures> sites = report.sites();
        // If all sites have the same verdict, the head has said it of all.
        boolean oneVerdict = !sites.isEmpty();
        for (SiteFigures site : sites) {
            oneVerdict &= site.verdict() == sites.get(0).verdict();
        }
        for (int i = 0; i < Math.min(top, sites.size()); i++) {
            SiteText.write(page, i + 1, sites.get(i), report, !oneVerdict);
            SiteText.stacks(page, sites.get(i), stacks);
        }
        rest(page, report, top);
        busy(page, report.carrierBusy());
    }

    static void stalls(TextWriter page, Report report) {
        List<Stall> stalls = report.stalls();
        for (Stall stall : stalls.subList(0, Math.min(LISTED_STALLS, stalls.size()))) {
            page.line(
                    "Stalled %s: %s",
                    FindingsText.when(stall),
                    FindingsText.isExplained(stall, report)
                            ? FindingsText.explained(stall)
                            : StallText.verdict(stall.facts()));
        }
        if (stalls.size() > LISTED_STALLS) {
            page.line("%d more stalls are in the JSON report", stalls.size() - LISTED_STALLS);
        }
    }

    private static void unpin(TextWriter page, List<String> lines) {
        if (!lines.isEmpty()) {
            page.blank();
            lines.forEach(line -> page.line("%s", line));
        }
    }

    static void busy(TextWriter page, List<BusyFigures> busy) {
        if (!busy.isEmpty()) {
            long nanos = 0;
            for (BusyFigures figures : busy) {
                nanos += figures.nanos();
            }
            page.blank();
            page.line(
                    "In addition to the pins, carriers were busy with file I/O for %s, e.g. in %s (%s).",
                    Durations.text(nanos),
                    busy.get(0).site(),
                    busy.get(0).operation().replace('_', ' '));
        }
    }

    static void rest(TextWriter page, Report report, int top) {
        int hidden = report.sites().size() - top;
        if (hidden > 0) {
            long nanos = 0;
            for (SiteFigures site : report.sites().subList(top, report.sites().size())) {
                nanos += site.pinnedNanos();
            }
            page.blank();
            page.line(
                    "%s with %s; --top %d shows all",
                    Plural.of(hidden, "more site"),
                    Durations.text(nanos),
                    report.sites().size());
        }
    }
}
