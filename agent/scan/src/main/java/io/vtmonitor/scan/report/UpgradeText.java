package io.vtmonitor.scan.report;

import io.vtmonitor.common.Plural;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.scan.Assessment;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What class files say of a release that a report advises. */
public final class UpgradeText {
    private UpgradeText() {}

    /**
     * In sentences.
     *
     * @param from the release in use, and what a scan finds in its jar
     * @param to the release that was compared, likewise
     * @param recorded the holders that recordings name and the upgrade is said to remove
     */
    public static String of(
            String from, ScanReport before, String to, ScanReport after, Collection<HolderLine> recorded) {
        Map<String, String> holders = new LinkedHashMap<>();
        recorded.forEach(line -> holders.put(Seen.key(line), line.method().toString()));
        Set<String> old = keys(before);
        Set<String> left = keys(after);
        List<String> still = holders.entrySet().stream()
                .filter(holder -> left.contains(holder.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        long found = holders.keySet().stream().filter(old::contains).count();
        return "of " + Plural.of(holders.size(), "recorded holder")
                + ", a scan finds " + found + " in " + from + " and " + still.size() + " in " + to
                + (still.isEmpty() ? "" : " (" + String.join(", ", still) + ")")
                + ". Places that hold a carrier while they can block: " + ScanDifference.counts(before, after) + ".";
    }

    /** At any certainty: a guess is enough to doubt that a holder is gone. */
    private static Set<String> keys(ScanReport report) {
        return report.findings().stream()
                .map(Assessment::finding)
                .map(Seen::key)
                .collect(Collectors.toSet());
    }
}
