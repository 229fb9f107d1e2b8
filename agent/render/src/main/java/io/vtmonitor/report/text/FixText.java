package io.vtmonitor.report.text;

import io.vtmonitor.common.Plural;
import io.vtmonitor.report.Remedy;
import io.vtmonitor.report.Remedy.Kind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.text.WaitsText.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change that is recommended, whether it ends pins, stalls, or other waits.
 *
 * @param nanos the time that it saves: for waits, the number of threads times the duration of the verdict, an upper
 *     bound; for stalls and pins, carriers times the time for which they were held; 0 if the gain is not a time
 * @param share the part of all pinned time that it saves, from 0 to 1; negative if it is not about pins
 * @param of what {@code nanos} counts, such as {@code 3 threads waiting}, {@code 2 carriers stalled} or {@code pinned}
 * @param what the change
 * @param takes the means, such as {@code another JDK}; empty if {@code what} already names them
 * @param copy text for the clipboard: an option, coordinates, or the finding with its stacks for whoever changes the
 *     code
 */
public record FixText(long nanos, double share, String of, String what, String takes, String copy) {
    private static final Pattern UPGRADE = Pattern.compile("upgrade (\\S+) to (\\S+) or later.*");
    private static final int LISTED_VERDICTS = 3;
    private static final int LISTED_STALLS = 2;
    private static final double NO_PIN = -1;
    private static final double MOST_NANOS = 1e18;

    /**
     * The best changes of each sort, most time first. If all of them are about pins, they are in the order of the plan,
     * cheapest first.
     */
    public static List<FixText> of(Report report) {
        List<FixText> fixes = new ArrayList<>();
        List<WaitVerdict> backlogs = new ArrayList<>();
        List<WaitVerdict> causes = new ArrayList<>();
        for (WaitVerdict verdict : report.waits().verdicts()) {
            (verdict.kind() == WaitVerdictKind.BACKLOG ? backlogs : causes).add(verdict);
        }
        for (WaitVerdict verdict : first(LISTED_VERDICTS, causes)) {
            fixes.add(of(verdict, report));
        }
        fixes.addAll(first(LISTED_STALLS, stalls(report)));
        if (fixes.isEmpty() && report.plan().isEmpty()) { // otherwise a backlog is an effect of what the others end
            for (WaitVerdict verdict : first(LISTED_VERDICTS, backlogs)) {
                fixes.add(of(verdict, report));
            }
        }
        boolean onlyPins = fixes.isEmpty();
        for (Remedy remedy : PlanText.best(report.plan())) {
            fixes.add(new FixText(
                    remedy.savesNanos(),
                    remedy.share(),
                    "pinned",
                    PlanText.text(remedy) + (remedy.estimate() ? " (an estimate)" : ""),
                    takes(remedy),
                    copy(PlanText.text(remedy), report)));
        }
        if (!onlyPins) {
            fixes.sort((one, other) -> Long.compare(other.nanos, one.nanos));
        }
        return fixes;
    }

    /** The recommended JDK is later than the first JDK without these pins: this adds why. */
    private static String takes(Remedy remedy) {
        return PlanText.takes(remedy)
                + (remedy.kinds().contains(Kind.JDK_24) || remedy.kinds().contains(Kind.JDK_26)
                        ? ": the first builds without a known fault that leaves virtual threads stuck"
                        : "");
    }

    /** Whether a fix is about something else than pins. */
    static boolean isOfWaits(List<FixText> fixes) {
        for (FixText fix : fixes) {
            if (fix.share < 0) {
                return true;
            }
        }
        return false;
    }

    /** The agent's option, or the coordinates of the release to upgrade to, or otherwise {@code what} itself. */
    private static String copy(String what, Report report) {
        if (what.startsWith("unpin=")) {
            return "-javaagent:vt-monitor.jar=" + what.replaceFirst(" \\(.*", "");
        }
        Matcher upgrade = UPGRADE.matcher(what);
        if (upgrade.matches()) {
            Pattern full = Pattern.compile(
                    "[\\w.-]+:" + Pattern.quote(upgrade.group(1)) + "(?= to " + Pattern.quote(upgrade.group(2)) + " )");
            for (SiteFigures site : report.sites()) {
                Matcher coordinates = full.matcher(ActionText.of(site.advice().action()));
                if (coordinates.find()) {
                    return coordinates.group() + ":" + upgrade.group(2);
                }
            }
        }
        return what;
    }

    private static FixText of(WaitVerdict verdict, Report report) {
        Duration lasted = Duration.between(verdict.begin(), verdict.end());
        boolean ofTime = verdict.kind() != WaitVerdictKind.THREAD_LOCALS;
        return new FixText(
                ofTime ? nanos(verdict.threads(), lasted.getSeconds() + lasted.getNano() / 1e9) : 0,
                NO_PIN,
                Plural.of(verdict.threads(), "thread") + (ofTime ? " waiting" : ""),
                verdict.kind().title() + (verdict.site() == null ? "" : " in " + verdict.site()) + ": "
                        + VerdictText.cure(verdict.facts()),
                "",
                Line.of(verdict, report.waits()).asText());
    }

    /** Limited, because a report from a file may have times of any size. */
    private static long nanos(int many, double seconds) {
        return (long) Math.min(MOST_NANOS, Math.max(0, many * seconds * 1e9));
    }

    /** One fix for all stalls with the same cure, with their times added up. */
    private static List<FixText> stalls(Report report) {
        Map<String, FixText> byCure = new LinkedHashMap<>();
        for (Stall stall : FindingsText.unexplained(report)) {
            int carriers = carriers(stall, report);
            FixText one = new FixText(
                    nanos(carriers, stall.nanos() / 1e9),
                    NO_PIN,
                    Plural.of(carriers, "carrier") + " stalled",
                    "Stall: " + StallText.action(stall),
                    "",
                    FindingsText.line(stall).asText());
            FixText before = byCure.get(one.what);
            byCure.put(
                    one.what,
                    before == null
                            ? one
                            : new FixText(
                                    nanos(1, (before.nanos + (double) one.nanos) / 1e9),
                                    NO_PIN,
                                    one.of,
                                    one.what,
                                    one.takes,
                                    before.copy));
        }
        return new ArrayList<>(byCure.values());
    }

    /**
     * How many carriers a stall held. A recording may list only some of them. A stall holds all carriers, so the number
     * is at least the scheduler's parallelism.
     */
    private static int carriers(Stall stall, Report report) {
        int listed = Math.max(1, stall.carriers().size());
        int held = stall.facts() instanceof StallFacts.Held facts ? facts.carriers() : 0;
        int all = report.jvms().size() == 1 ? report.jvms().get(0).parallelism() : 0;
        return Math.max(listed, Math.max(held, all));
    }

    private static <T> List<T> first(int most, List<T> all) {
        return all.subList(0, Math.min(most, all.size()));
    }
}
