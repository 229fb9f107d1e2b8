package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.model.Change;
import io.vtmonitor.report.Remedy;
import io.vtmonitor.report.Remedy.Kind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The plan: what to do, cheapest first. */
public final class PlanText {
    private static final int SITES = 10;

    /** Why a release later than 24 is recommended, although monitors do not pin from 24 on. */
    private static final String WHY_THAT_JDK =
            "From JDK 24 on, monitors do not pin. The builds named are the first without a known fault that leaves"
                    + " virtual threads stuck.";

    private PlanText() {}

    /** The whole plan, with what each remedy leaves. */
    public static String write(Report report, TextStyle style) {
        TextWriter page = new TextWriter(style);
        HeadText.write(page, report);
        page.blank();
        if (HeadText.leavesOutAll(report)) {
            page.line("There is no plan: all pins were left out.");
        } else if (report.totals().pins() == 0) {
            page.line("%s", HeadText.NO_PLAN);
        } else if (report.plan().isEmpty()) {
            page.line("No known fix removes all holders of a site.");
        } else {
            page.line("Do one of these, cheapest first. A pin is gone only if all its holders are removed.");
        }
        for (Remedy remedy : report.plan()) {
            page.row(
                    saves(remedy),
                    "%s; takes %s, frees %s%s",
                    text(remedy),
                    takes(remedy),
                    Plural.of(remedy.sites(), "site"),
                    remedy.estimate() ? ", an estimate" : "");
            if (!remedy.leaves().isEmpty()) {
                page.row(" ".repeat(23), "at other sites it leaves %s", String.join(", ", remedy.leaves()));
            }
        }
        once(page, report);
        for (int i = 0; i < Math.min(SITES, report.sites().size()); i++) {
            SiteText.write(page, i + 1, report.sites().get(i), report, true);
        }
        if (report.sites().size() > SITES) {
            page.line(
                    "%d more sites are in the report without --migrate.",
                    report.sites().size() - SITES);
        }
        page.blank();
        page.line("Blind spots: %s.", String.join("; ", LimitText.sentences(report.limits())));
        return page.toString();
    }

    /** The best fixes, for below the sites: without another JDK, with another JDK, and with {@code unpin}. */
    static void shortly(TextWriter page, Report report) {
        boolean onlyPins =
                report.waits().verdicts().isEmpty() && report.stalls().isEmpty();
        List<FixText> fixes = onlyPins ? List.of() : FixText.of(report); // with pins only, FixText is not loaded
        if (!onlyPins && FixText.isOfWaits(fixes)) {
            together(page, fixes);
        } else if (!report.plan().isEmpty()) {
            ofPins(page, report);
            if (namesJdk(report)) {
                page.line("%s", WHY_THAT_JDK);
            }
        }
        once(page, report);
    }

    private static void together(TextWriter page, List<FixText> fixes) {
        page.blank();
        page.line(
                "%s",
                fixes.size() == 1
                        ? "Fix:"
                        : "Fix, most time first (threads times the time they waited, carriers times the time they were"
                                + " held):");
        for (FixText fix : fixes) {
            page.row(
                    right(fix.nanos() == 0 ? "" : Durations.text(fix.nanos()), 10)
                            + right(fix.share() < 0 ? "" : Durations.percent(fix.share()), 9) + "    ",
                    "%s: %s%s",
                    fix.of(),
                    fix.what(),
                    fix.takes().isEmpty() ? "" : " (takes " + fix.takes() + ")");
        }
    }

    private static void ofPins(TextWriter page, Report report) {
        List<Remedy> best = best(report.plan());
        page.blank();
        page.line(
                "%s%s:",
                best.size() == 1 ? "Fix" : "Fix one of these, cheapest first",
                report.plan().size() > best.size()
                        ? " (analyze --migrate shows all " + report.plan().size() + ")"
                        : "");
        for (Remedy remedy : best) {
            page.row(
                    saves(remedy),
                    "%s (takes %s)%s",
                    text(remedy),
                    takes(remedy),
                    remedy.estimate() ? ", an estimate" : "");
        }
    }

    private static boolean namesJdk(Report report) {
        for (Remedy remedy : report.plan()) {
            if (remedy.kinds().contains(Kind.JDK_24)) {
                return true;
            }
        }
        return false;
    }

    /** The remedy of each sort that saves most, in the order of the plan. */
    public static List<Remedy> best(List<Remedy> plan) {
        Map<Sort, Remedy> best = new EnumMap<>(Sort.class);
        for (Remedy remedy : plan) {
            best.merge(sort(remedy), remedy, (one, other) -> other.savesNanos() > one.savesNanos() ? other : one);
        }
        return plan.stream().filter(best.values()::contains).toList();
    }

    private enum Sort {
        WITHOUT_JDK,
        JDK,
        UNPIN
    }

    private static Sort sort(Remedy remedy) {
        if (remedy.kind() == Kind.UNPIN) {
            return Sort.UNPIN;
        }
        boolean jdk = remedy.kinds().contains(Kind.JDK_24) || remedy.kinds().contains(Kind.JDK_26);
        return jdk ? Sort.JDK : Sort.WITHOUT_JDK;
    }

    /** Sites whose classes were loaded or initialized once, which need no fix. */
    static void once(TextWriter page, Report report) {
        int sites = 0;
        long nanos = 0;
        for (SiteFigures site : report.sites()) {
            if (CureText.isOver(site, report)) {
                sites++;
                nanos += site.pinnedNanos();
            }
        }
        if (sites > 0) {
            page.line(
                    "%s loaded or initialized classes once, for %s in all: leave %s.",
                    Plural.of(sites, "site"), Durations.text(nanos), sites == 1 ? "it" : "them");
        }
    }

    /** The means of a remedy, such as {@code another JDK}. */
    public static String takes(Remedy remedy) {
        Set<String> takes = new LinkedHashSet<>();
        for (Kind kind : remedy.kinds()) {
            takes.add(
                    switch (kind) {
                        case UPGRADE -> "another release of a library";
                        case OPTION -> "a restart with other options";
                        case JDK_24, JDK_26 -> "another JDK";
                        case OWN_CODE, TOGETHER -> "a change of code";
                        case UNPIN -> "a restart";
                    });
        }
        return String.join(" and ", takes);
    }

    private static String saves(Remedy remedy) {
        return right(Durations.text(remedy.savesNanos()), 10) + right(Durations.percent(remedy.share()), 9) + "    ";
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    static String text(Remedy remedy) {
        Set<String> what = new LinkedHashSet<>(steps(remedy));
        return what.size() == 1 ? what.iterator().next() : "only together: " + String.join("; and ", what);
    }

    /** What a remedy changes, step by step. */
    public static List<String> steps(Remedy remedy) {
        List<String> steps = new ArrayList<>(remedy.what().size());
        for (Change change : remedy.what()) {
            steps.add(text(change));
        }
        return steps;
    }

    /**
     * What to change, starting with a verb: {@code upgrade mysql-connector-j 8.0.33 to 9.0.0 or later}. The most
     * frequent change comes first, so that a start does not load the classes of the others.
     */
    public static String text(Change change) {
        if (change instanceof Change.RunOn jdk) {
            return "run on " + JdkText.toRun(jdk.versions(), jdk.feature());
        }
        if (change instanceof Change.Unpin unpin) {
            return "unpin=" + unpin.patterns() + " (JDK 21)";
        }
        if (change instanceof Change.ExplicitLock lock) {
            return "a lock instead of the monitor in " + lock.className();
        }
        if (change instanceof Change.Upgrade upgrade) {
            return "upgrade " + upgrade.library() + " to " + upgrade.to() + " or later";
        }
        return change instanceof Change.Worded worded ? worded.text() : atStartup(change);
    }

    private static String atStartup(Change change) {
        if (change instanceof Change.MoveCall move) {
            return "move the blocking call out of the static initializer of " + move.className()
                    + ", or initialize the class at startup";
        }
        if (change instanceof Change.InitializeAtStartup initialize) {
            return "initialize " + initialize.className() + " at startup";
        }
        if (change instanceof Change.InitializeAwaitedAtStartup initialize) {
            return "initialize the class that " + initialize.waiting() + " waits for at startup";
        }
        return "load the classes that " + ((Change.LoadAtStartup) change).loading() + " loads at startup";
    }
}
