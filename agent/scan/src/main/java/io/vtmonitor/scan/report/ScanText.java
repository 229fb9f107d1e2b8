package io.vtmonitor.scan.report;

import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.text.ActionText;
import io.vtmonitor.report.text.TextStyle;
import io.vtmonitor.report.text.TextWriter;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.Certainty;
import io.vtmonitor.scan.ScanFinding;
import io.vtmonitor.scan.ScanResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A scan for people: the libraries of the most important findings, and of each the findings that say most. */
public final class ScanText {
    private static final int MOST_STEPS = 4;
    private static final int MOST_LIMITS = 3;
    private static final int MOST_MISSED = 5;

    private final ScanReport report;
    private final int top;
    private final boolean all;
    private final TextWriter out;
    private int rank;

    private ScanText(ScanReport report, int top, boolean all, TextStyle style) {
        this.report = report;
        this.top = top;
        this.all = all;
        out = new TextWriter(style);
    }

    /**
     * The text.
     *
     * @param top how many findings are shown
     * @param all whether those count that need a call which several methods fit
     */
    public static String write(ScanReport report, int top, boolean all, TextStyle style) {
        return new ScanText(report, top, all, style).text();
    }

    private String text() {
        List<Assessment> shown = all ? report.findings() : report.certain();
        int vague = report.findings().size() - report.certain().size();
        out.line(
                "%s: %s with %s, by the rules of JDK %d.",
                String.join(", ", report.classPath()),
                count(report.classes(), "class", "classes"),
                count(report.methods(), "method", "methods"),
                report.feature());
        if (report.classes() == 0) {
            out.line("No class was read, so there is no result.");
        } else if (shown.isEmpty()) {
            out.line("No place was found that holds a carrier while it can block.");
        } else {
            out.line(
                    "%s a carrier while %s can block. A scan says what can happen, not how often.",
                    count(shown.size(), "place holds", "places hold"), shown.size() == 1 ? "it" : "they");
        }
        long reached =
                shown.stream().filter(each -> each.finding().reach().reached()).count();
        if (reached < shown.size()) {
            out.line(
                    "First come %s that calls from the application's own classes reach.",
                    reached == 0 ? "those" : "the " + reached);
        }
        if (vague > 0 && !all) {
            out.line(
                    "%s on a call with several possible targets: --all shows them.",
                    count(vague, "more place depends", "more places depend"));
        }
        RecordedMatches seen = report.seen();
        if (seen != null) {
            out.line("%s", RecordedText.head(seen, report));
            RecordedText.missed(seen, report).stream().limit(MOST_MISSED).forEach(line -> out.row("  ", "%s", line));
        }
        libraries(shown);
        verdict(shown);
        limits();
        return out.toString();
    }

    private void libraries(List<Assessment> all) {
        Map<Library, Integer> places = new LinkedHashMap<>();
        all.forEach(each -> places.merge(each.finding().holding().library(), 1, Integer::sum));
        Map<Library, List<Assessment>> shown = new LinkedHashMap<>();
        for (Assessment each : new ScanSelection(all).first(top)) {
            shown.computeIfAbsent(each.finding().holding().library(), any -> new ArrayList<>())
                    .add(each);
        }
        shown.forEach((library, findings) -> library(library, findings, places.getOrDefault(library, 0)));
        int more = places.size() - shown.size();
        if (more > 0) {
            out.blank();
            out.line("More in %s: --top shows them.", count(more, "library", "libraries"));
        }
    }

    private void library(Library library, List<Assessment> findings, int places) {
        out.blank();
        out.line("%s: %s", TextWriter.bold(library.toString()), count(places, "place", "places"));
        String said = "";
        for (Assessment each : findings) {
            finding(each);
            String text = ActionText.of(each.advice().action()) + unpin(each);
            if (!text.equals(said)) {
                said = text;
                out.row("    ", "%s", said);
            }
        }
    }

    private void finding(Assessment each) {
        ScanFinding finding = each.finding();
        rank++;
        out.row(
                String.format(Locale.ROOT, "%3d. ", rank),
                "%s %s and %s: %s%s.",
                TextWriter.bold(at(finding)),
                holds(finding),
                PathText.waits(finding.kind()),
                path(finding),
                RecordedText.cost(report.seen(), finding));
        String known = each.named() && !each.finding().certainty().equals(Certainty.DIRECT)
                ? " This class is known to wait there."
                : "";
        String needs = finding.certainty() == Certainty.DIRECT
                ? ""
                : " " + sentence(PathText.needs(finding.certainty())) + "." + known;
        String reached = finding.reach().entry() == null
                ? ""
                : " Reached from " + shortName(finding.reach().entry()) + ".";
        if (!(needs + reached).isEmpty()) {
            out.row("    ", "%s", (needs + reached).strip());
        }
    }

    private static String at(ScanFinding finding) {
        String own = shortName(finding.holding().holder());
        boolean elsewhere = !finding.holding()
                .source()
                .className()
                .equals(finding.holding().holder().className());
        if (elsewhere) {
            return own + " (called at " + shortName(finding.path().get(0).method())
                    + line(finding.holding().source().line()) + ")";
        }
        return own + line(finding.holding().source().line());
    }

    static String line(int line) {
        return line > 0 ? ":" + line : "";
    }

    static String holds(ScanFinding finding) {
        String lock = finding.holding().lock() == null
                ? ""
                : " of " + finding.holding().lock();
        return switch (finding.holding().hold()) {
            case MONITOR -> "owns the monitor" + lock;
            case OBJECT_WAIT -> "waits on the monitor" + lock;
            case CLASS_INIT -> "initializes its class";
            case CLASS_LOAD -> "loads a class for the JVM";
            case NATIVE -> "is native code that calls back";
            default -> "holds the carrier";
        };
    }

    private static String path(ScanFinding finding) {
        List<String> steps = new ArrayList<>();
        List<ScanFinding.Step> path = finding.path();
        for (int i = 1; i < path.size(); i++) {
            if (path.size() - 1 > MOST_STEPS && i == MOST_STEPS - 1) {
                steps.add("… " + (path.size() - MOST_STEPS) + " more calls …");
                i = path.size() - 1;
            }
            steps.add(shortName(path.get(i).method()) + line(path.get(i).line()));
        }
        steps.add(shortName(finding.sink()));
        return "by " + String.join(" > ", steps);
    }

    private static String unpin(Assessment each) {
        UnpinOffer offer = each.advice().unpin();
        if (offer == null || !offer.frees()) {
            return "";
        }
        String text = " Or start the agent with unpin=" + String.join(";", offer.patterns()) + " (JDK 21)";
        if (!offer.planned()) {
            return text + ", if everything that holds can be rewritten.";
        }
        return text + (offer.standIn() == null ? "." : ", which likely frees it, by JDK " + offer.standIn() + ".");
    }

    private void verdict(List<Assessment> shown) {
        long gone = shown.stream()
                .filter(each -> each.verdict() == Verdict.GONE_ON_24)
                .count();
        if (gone > 0) {
            out.blank();
            out.line(
                    gone == shown.size()
                            ? "JDK 24 or later frees all of them."
                            : "JDK 24 or later frees " + gone
                                    + " of them; initializers, class loading and native code hold the carrier on"
                                    + " every JDK.");
        }
        if (shown.stream().anyMatch(each -> each.finding().holding().hold() == Hold.OBJECT_WAIT)) {
            out.line("Object.wait: before JDK 24 the JVM may start a spare carrier meanwhile.");
        }
    }

    /** What could not be read, and what was not followed, a sentence each. */
    public static List<String> limits(ScanResult result) {
        List<String> limits = new ArrayList<>(result.unread());
        ScanResult.Unfollowed not = result.unfollowed();
        if (not.monitors() > 0) {
            limits.add("In " + not.monitors() + " methods, monitors could not be followed.");
        }
        if (not.calls() > 0) {
            limits.add(not.calls() + " kinds of calls have more than " + not.mostTargets()
                    + " possible targets each and were not followed.");
        }
        return limits;
    }

    private void limits() {
        out.blank();
        out.line("Not followed: reflection, and native code that is not known to call back.");
        report.limits().stream().limit(MOST_LIMITS).forEach(limit -> out.line("%s", limit));
        if (report.limits().size() > MOST_LIMITS) {
            out.line("%d more limits are in the JSON.", report.limits().size() - MOST_LIMITS);
        }
    }

    private static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + words.substring(1);
    }

    private static String shortName(MethodName method) {
        String type = method.className();
        return type.substring(type.lastIndexOf('.') + 1) + "." + method.methodName();
    }

    static String count(int number, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
    }
}
