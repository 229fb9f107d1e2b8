package io.vtmonitor.report.html;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.common.StableName;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.SiteChange;
import io.vtmonitor.report.Difference.VerdictChange;
import io.vtmonitor.report.Difference.WaitChange;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Totals;
import io.vtmonitor.report.html.HtmlReportData.Change;
import io.vtmonitor.report.html.HtmlReportData.OtherChange;
import io.vtmonitor.report.text.DiffText;
import io.vtmonitor.report.text.FindingsText;
import io.vtmonitor.report.text.HeadText;
import io.vtmonitor.report.text.LimitText;
import io.vtmonitor.report.text.WaitsText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Two reports compared, in carrier-seconds per hour of watching. */
final class HtmlReportDiff {
    /** With them, the page leaves out its parts on pins. */
    private static final Totals NONE_COMPARED = new Totals(0, 0, 0, 0, 0, 0, 0, null);

    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final List<SiteFigures> sites = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    /** With frames named so that they are the same in another build: without lines, and without generated numbers. */
    private final HtmlReportStacks stacks = new HtmlReportStacks(List.of(), frame -> StableName.of(frame.method()));

    private final Map<String, Kind> kinds = new HashMap<>();
    private final Map<String, String> renamed = new HashMap<>();
    private final Difference difference;

    private HtmlReportDiff(Difference difference) {
        this.difference = difference;
        for (SiteChange change : difference.sites()) {
            kinds.put(change.id(), change.kind());
            change.formerly().forEach(former -> renamed.put(former, change.id()));
        }
    }

    static HtmlReportData of(Report before, Report after, Difference difference) {
        HtmlReportDiff diff = new HtmlReportDiff(difference);
        if (!ofDumps(before, after)) {
            // A site of both sides is shown as it is on the later one.
            diff.add(after, false);
            diff.add(before, true);
        }
        return diff.data(before, after);
    }

    /** Whether a side shows no pins that have ended, so that sites are not compared. */
    private static boolean ofDumps(Report before, Report after) {
        return before.source().ofDumps() || after.source().ofDumps();
    }

    private void add(Report report, boolean before) {
        double scale = anHour(report);
        for (SiteFigures site : report.sites()) {
            String id = StableName.of(site.id());
            id = before ? renamed.getOrDefault(id, id) : id;
            Integer known = places.putIfAbsent(id, sites.size());
            int place = known == null ? sites.size() : known;
            if (known == null) {
                sites.add(site);
                changes.add(new Change(0, 0, kinds.getOrDefault(id, Kind.SAME)));
            }
            double seconds = site.pinnedNanos() / 1e9 * scale;
            Change change = changes.get(place);
            changes.set(
                    place,
                    before
                            ? new Change(change.before() + seconds, change.after(), change.kind())
                            : new Change(change.before(), change.after() + seconds, change.kind()));
            stacks.add(place, site, scale, before);
        }
    }

    /** The factor from seconds of a report to seconds per hour; 0 if the report watched for no time. */
    private static double anHour(Report report) {
        long wall = report.jvms().stream().mapToLong(Jvm::wallNanos).sum();
        return wall > 0 ? 3600 / (wall / 1e9) : 0;
    }

    private HtmlReportData data(Report before, Report after) {
        stacks.mergeEqual();
        return new HtmlReportData(
                new HtmlReportData.Head(
                        HtmlReportData.Kind.DIFF,
                        after.source().tool(),
                        verdict(before, after),
                        List.of("Before: " + side(before), "After: " + side(after)),
                        Stream.concat(before.source().files().stream(), after.source().files().stream())
                                .distinct()
                                .filter(file -> !file.isEmpty())
                                .toList()),
                new HtmlReportData.Watched(
                        Stream.concat(before.jvms().stream(), after.jvms().stream())
                                .toList(),
                        List.of(),
                        ofDumps(before, after) ? NONE_COMPARED : after.totals(),
                        HeadText.capacityAtMost(after),
                        HeadText.lostAtMost(after),
                        after.outlook()),
                new HtmlReportData.Lead(null, null, HtmlReportData.PlanLine.of(after.plan())),
                new HtmlReportData.Sites(
                        sites, changes, otherChanges(), new Figures(0, 0, 0, List.of()), List.of(), null),
                new HtmlReportData.Lists(
                        LimitText.sentences(Stream.of(
                                        before.limits(),
                                        after.limits(),
                                        before.waits().limits(),
                                        after.waits().limits())
                                .flatMap(List::stream)
                                .distinct()
                                .toList()),
                        List.of(),
                        appeared(after),
                        HtmlReportData.Fix.of(after),
                        List.of()),
                HtmlReportData.WaitParts.NONE,
                HtmlReportData.FlameGraph.ofBoth(stacks));
    }

    /** Verdicts that only the later side has. */
    private List<WaitsText.Line> appeared(Report after) {
        List<WaitsText.Line> lines = new ArrayList<>();
        for (WaitVerdict verdict : after.waits().verdicts()) {
            if (difference.verdicts().stream().anyMatch(change -> isNew(change, verdict))) {
                lines.add(FindingsText.line(verdict, after));
            }
        }
        return lines;
    }

    private static boolean isNew(VerdictChange change, WaitVerdict verdict) {
        String site = verdict.site() == null ? null : StableName.of(verdict.site());
        return change.kind() == Kind.APPEARED
                && change.verdict() == verdict.kind()
                && Objects.equals(change.site(), site)
                && Objects.equals(change.pool(), verdict.pool());
    }

    private List<OtherChange> otherChanges() {
        List<OtherChange> others = new ArrayList<>();
        for (VerdictChange change : difference.verdicts()) {
            others.add(
                    new OtherChange(DiffText.verdict(change), change.before(), change.after(), false, change.kind()));
        }
        for (WaitChange change : DiffText.changed(difference)) {
            others.add(new OtherChange(DiffText.wait(change), change.before(), change.after(), true, change.kind()));
        }
        others.removeIf(change -> change.kind() == Kind.SAME);
        return others;
    }

    private String verdict(Report before, Report after) {
        if (ofDumps(before, after)) {
            return "Dumps show no pins that have ended, so a difference in pins says nothing.";
        }
        double then = before.totals().pinnedNanos() / 1e9 * anHour(before);
        double now = after.totals().pinnedNanos() / 1e9 * anHour(after);
        if (changes.isEmpty()) {
            return "Neither side has a pin.";
        }
        boolean noise = count(Kind.SAME) == changes.size();
        if (noise) {
            return "Pinned time went from " + Durations.text(then) + " to " + Durations.text(now)
                    + " per hour: within the noise (" + Durations.percent(difference.noise())
                    + ", or what chance causes between equal programs).";
        }
        String how = then == now
                ? "Pinned time stayed at " + Durations.text(now) + " per hour"
                : "Pinned time " + (now < then ? "fell" : "grew") + " from " + Durations.text(then) + " to "
                        + Durations.text(now) + " per hour";
        List<String> sites = new ArrayList<>();
        addCount(sites, Kind.APPEARED, "new");
        addCount(sites, Kind.GREW, "grew");
        addCount(sites, Kind.VANISHED, "gone");
        addCount(sites, Kind.SHRANK, "shrank");
        return how + ": " + String.join(", ", sites) + ".";
    }

    private void addCount(List<String> sites, Kind kind, String word) {
        if (count(kind) > 0) {
            sites.add(Plural.of(count(kind), "site") + " " + word);
        }
    }

    private long count(Kind kind) {
        return changes.stream().filter(change -> change.kind() == kind).count();
    }

    private static String side(Report report) {
        String jvms = report.jvms().stream()
                .map(jvm -> "JDK " + jvm.javaVersion())
                .distinct()
                .collect(Collectors.joining(", "));
        long wall = report.jvms().stream().mapToLong(Jvm::wallNanos).sum();
        long pins = report.totals().pins();
        if (report.source().ofDumps()) {
            return "dumps, which show no pins that have ended, " + jvms;
        }
        if (wall == 0) {
            return "one instant, which shows no pins that have ended, " + jvms;
        }
        return (pins == 0
                        ? "no pin in "
                        : Durations.text(report.totals().pinnedNanos()) + " in " + Plural.of(pins, "pin") + ", of ")
                + Durations.text(wall) + " watched, " + jvms;
    }
}
