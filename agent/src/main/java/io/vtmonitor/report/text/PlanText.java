package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.Remedy;
import io.vtmonitor.report.Report;
import java.util.List;

/** What to do, most carrier-seconds saved first. */
public final class PlanText {
    private static final int SHORT = 3;

    private PlanText() {}

    /** The whole plan, with what each remedy leaves. */
    public static String write(Report report, TextStyle style) {
        TextWriter page = new TextWriter(style);
        HeadText.write(page, report);
        page.blank();
        if (HeadText.leavesOutAll(report)) {
            page.line("There is no plan for what is left out.");
        } else if (report.totals().pins() == 0) {
            page.line("There is nothing to do.");
        } else if (report.plan().isEmpty()) {
            page.line("No remedy is known that removes all holders of a site.");
        } else {
            page.line("What saves most. A pin is saved only when all its holders are removed.");
        }
        for (Remedy remedy : report.plan()) {
            page.row(
                    saves(remedy),
                    "%s; frees %d site%s%s",
                    words(remedy),
                    remedy.sites(),
                    remedy.sites() == 1 ? "" : "s",
                    remedy.estimate() ? ", an estimate" : "");
            if (!remedy.leaves().isEmpty()) {
                page.row(" ".repeat(23), "elsewhere it leaves %s", String.join(", ", remedy.leaves()));
            }
        }
        page.blank();
        page.line("Not to be seen here: %s.", String.join("; ", LimitText.sentences(report.limits())));
        return page.toString();
    }

    /** The first few, for below the sites. */
    static void shortly(TextWriter page, Report report) {
        List<Remedy> plan = report.plan();
        if (plan.isEmpty()) {
            return;
        }
        page.blank();
        page.line(
                "What saves most%s:", plan.size() > SHORT ? " (analyze --migrate shows all " + plan.size() + ")" : "");
        for (Remedy remedy : plan.subList(0, Math.min(SHORT, plan.size()))) {
            page.row(saves(remedy), "%s%s", words(remedy), remedy.estimate() ? ", an estimate" : "");
        }
    }

    private static String saves(Remedy remedy) {
        return right(Durations.text(remedy.savesSeconds()), 10) + "  " + right(Durations.percent(remedy.share()), 7)
                + "    ";
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    private static String words(Remedy remedy) {
        return remedy.what().size() == 1
                ? remedy.what().get(0)
                : "only together: " + String.join("; and ", remedy.what());
    }
}
