package io.vtmonitor.sink;

import io.vtmonitor.model.Report;
import io.vtmonitor.model.Report.Figures;
import io.vtmonitor.model.Report.Jvm;
import io.vtmonitor.model.Report.SiteFigures;
import io.vtmonitor.sink.HtmlReportData.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Two reports side by side, in carrier-seconds an hour of watching. */
final class HtmlReportDiff {
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final List<SiteFigures> sites = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final HtmlReportStacks stacks = new HtmlReportStacks(List.of(), FrameNames::withoutBuild);

    private HtmlReportDiff() {}

    static HtmlReportData of(Report before, Report after) {
        HtmlReportDiff diff = new HtmlReportDiff();
        // What is now is shown where both have a site; what is gone keeps its own words.
        diff.add(after, false);
        diff.add(before, true);
        return diff.data(before, after);
    }

    private void add(Report report, boolean before) {
        double scale = anHour(report);
        for (SiteFigures site : report.sites()) {
            String id = FrameNames.withoutBuild(site.id());
            Integer known = places.putIfAbsent(id, sites.size());
            int place = known == null ? sites.size() : known;
            if (known == null) {
                sites.add(site);
                changes.add(new Change(0, 0));
            }
            double seconds = site.pinnedSeconds() * scale;
            Change change = changes.get(place);
            changes.set(
                    place,
                    before
                            ? new Change(change.before() + seconds, change.after())
                            : new Change(change.before(), change.after() + seconds));
            stacks.add(place, site, scale, before);
        }
    }

    /** What makes seconds of a report seconds an hour; 0 where it watched for no time. */
    private static double anHour(Report report) {
        double wall = report.jvms().stream().mapToDouble(Jvm::wallSeconds).sum();
        return wall > 0 ? 3600 / wall : 0;
    }

    private HtmlReportData data(Report before, Report after) {
        stacks.mergeEqual();
        return new HtmlReportData(
                HtmlReportData.Kind.DIFF,
                after.source().tool(),
                verdict(before, after),
                List.of("Before: " + side(before), "After: " + side(after)),
                Stream.concat(before.source().files().stream(), after.source().files().stream())
                        .distinct()
                        .filter(file -> !file.isEmpty())
                        .toList(),
                Stream.concat(before.jvms().stream(), after.jvms().stream()).toList(),
                List.of(),
                after.totals(),
                after.outlook(),
                after.plan(),
                sites,
                changes,
                new Figures(0, 0, 0, List.of()),
                List.of(),
                Stream.concat(before.limits().stream(), after.limits().stream())
                        .distinct()
                        .toList(),
                List.of(),
                List.of(),
                HtmlReportData.HOLDS,
                stacks.frames(),
                stacks.nodes(),
                stacks.stacks(true),
                new HtmlReportData.Times(new int[0], new int[0], new long[0], new long[0], new double[0]));
    }

    private String verdict(Report before, Report after) {
        double then = before.totals().pinnedSeconds() * anHour(before);
        double now = after.totals().pinnedSeconds() * anHour(after);
        String how = then == now
                ? "Pinned time stayed at " + Durations.text(now) + " an hour"
                : String.format(
                        Locale.ROOT,
                        "Pinned time %s from %s to %s an hour",
                        now < then ? "fell" : "grew",
                        Durations.text(then),
                        Durations.text(now));
        long fresh = changes.stream().filter(change -> change.before() == 0).count();
        long gone = changes.stream().filter(change -> change.after() == 0).count();
        return how + ": " + sites(gone) + " gone, " + sites(fresh) + " new.";
    }

    private static String sites(long count) {
        return count + (count == 1 ? " site" : " sites");
    }

    private static String side(Report report) {
        String jvms = report.jvms().stream()
                .map(jvm -> "JDK " + jvm.javaVersion())
                .distinct()
                .collect(Collectors.joining(", "));
        double wall = report.jvms().stream().mapToDouble(Jvm::wallSeconds).sum();
        return Durations.text(report.totals().pinnedSeconds()) + " in "
                + report.totals().pins() + " pins, of " + Durations.text(wall) + " watched, " + jvms;
    }
}
