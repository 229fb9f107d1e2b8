package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The report for pull requests and chat: the sentences of the text, and the sites and fixes as tables. */
public final class MarkdownReport {
    private static final int ENTRIES = 3;

    private MarkdownReport() {}

    /**
     * The report as GitHub-flavored Markdown.
     *
     * @param top how many sites are shown; the others are counted
     * @param gate the results of a build's conditions; null without conditions
     */
    public static String write(Report report, int top, @Nullable GateResult gate) {
        Markdown page = new Markdown();
        page.heading("vt-monitor: pinned virtual threads");
        if (gate != null) {
            gate(page, gate);
        }
        page.list(lines(text -> {
            HeadText.jvms(text, report);
            WaitsText.verdicts(text, report);
            TextReport.stalls(text, report);
            HeadText.cost(text, report);
        }));
        List<SiteFigures> sites =
                report.sites().subList(0, Math.min(top, report.sites().size()));
        page.table(
                List.of("", "pinned", "pins", "longest", "held by", "from", "why", "cure", "newer JDKs"),
                List.of("--:", "--:", "--:", "--:", "---", "---", "---", "---", "---"),
                rows(report, sites));
        List<String> more = unsure(report, sites);
        more.addAll(lines(text -> {
            TextReport.rest(text, report, top);
            TextReport.busy(text, report.carrierBusy());
        }));
        page.list(more);
        List<String> waits = lines(text -> WaitsText.write(text, report));
        if (!waits.isEmpty()) {
            page.paragraph(waits.get(0));
            page.list(waits.subList(1, waits.size()));
        }
        Requests requests = report.requests();
        if (requests != null) {
            page.paragraph("What requests lost");
            page.list(RequestsText.lines(requests).stream().map(Markdown::text).toList());
        }
        List<String> unpin = UnpinText.lines(report);
        if (!unpin.isEmpty()) {
            page.paragraph("What " + Markdown.code("unpin") + " did:");
            page.list(unpin.stream().map(Markdown::text).toList());
        }
        plan(page, report);
        page.paragraph("Blind spots:");
        page.list(LimitText.sentences(report.limits()).stream()
                .map(Markdown::text)
                .toList());
        return page.toString();
    }

    private static void gate(Markdown page, GateResult gate) {
        List<List<String>> rows = new ArrayList<>();
        for (Condition condition : gate.conditions()) {
            rows.add(List.of(
                    condition.tripped() ? "**met**" : gate.blind() ? "can't be evaluated" : "not met",
                    Markdown.code(condition.expression()),
                    Markdown.text(GateText.sentence(condition))));
        }
        page.table(List.of("", "condition", "seen"), List.of("---", "---", "---"), rows);
        page.list(GateText.notes(gate).stream().map(Markdown::text).toList());
    }

    /** The lines that {@code text} writes, as items of a list. */
    static List<String> lines(Consumer<TextWriter> text) {
        TextWriter page = new TextWriter(TextStyle.UNWRAPPED);
        text.accept(page);
        return page.toString()
                .lines()
                .filter(line -> !line.isBlank())
                .map(Markdown::text)
                .toList();
    }

    private static List<List<String>> rows(Report report, List<SiteFigures> sites) {
        double total = report.totals().pinnedNanos();
        List<List<String>> rows = new ArrayList<>();
        for (SiteFigures site : sites) {
            double share = total > 0 ? site.pinnedNanos() / total : 0;
            rows.add(List.of(
                    String.valueOf(rows.size() + 1),
                    Markdown.text(Durations.text(site.pinnedNanos()) + " (" + Durations.percent(share) + ")"),
                    String.valueOf(site.pins()),
                    Markdown.text(Durations.text(site.maxNanos())),
                    holders(site),
                    site.entries().stream().limit(ENTRIES).map(Markdown::code).collect(Collectors.joining(", ")),
                    Markdown.text(site.advice().summary()),
                    Markdown.text(CureText.of(site, report)),
                    site.verdict() == Verdict.UNKNOWN ? "" : SiteText.verdict(site.verdict())));
        }
        return rows;
    }

    private static String holders(SiteFigures site) {
        if (site.holders().isEmpty()) {
            return SiteText.withoutHolder(site.reason()) + "; it blocked in " + Markdown.code(site.id());
        }
        List<String> holders = new ArrayList<>();
        for (HolderLine holder : site.holders()) {
            holders.add(Markdown.code(HolderText.where(holder)) + " ("
                    + Markdown.text(HolderText.how(holder)) + ")"
                    + (holder.library() == null
                            ? ""
                            : " " + Markdown.text(holder.library().toString())));
        }
        return String.join("; and ", holders);
    }

    private static List<String> unsure(Report report, List<SiteFigures> sites) {
        List<String> unsure = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            List<String> unread = sites.get(i).unread();
            if (!unread.isEmpty()) {
                unsure.add("Site " + (i + 1) + " is unsure: "
                        + Markdown.text(SiteText.unread(unread, report.source().kind())));
            }
        }
        return unsure;
    }

    private static void plan(Markdown page, Report report) {
        List<List<String>> rows = new ArrayList<>();
        List<FixText> fixes = FixText.of(report);
        boolean ofWaits = FixText.isOfWaits(fixes);
        for (FixText fix : fixes) {
            rows.add(List.of(
                    Markdown.text(fix.nanos() == 0 ? "" : Durations.text(fix.nanos())),
                    Markdown.text(fix.share() < 0 ? "" : Durations.percent(fix.share())),
                    Markdown.text((ofWaits ? fix.of() + ": " : "") + fix.what()),
                    fix.takes()));
        }
        if (!rows.isEmpty()) {
            page.paragraph(
                    rows.size() == 1
                            ? "Fix:"
                            : ofWaits ? "Fix, most time first:" : "Fix one of these, cheapest first:");
        }
        page.table(List.of("saves", "share", "what", "takes"), List.of("--:", "--:", "---", "---"), rows);
        page.list(lines(text -> PlanText.once(text, report)));
    }
}
