package io.vtmonitor.scan.report;

import io.vtmonitor.report.text.TextStyle;
import io.vtmonitor.report.text.TextWriter;
import io.vtmonitor.scan.Assessment;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** What an upgrade brings and takes: the findings of a class path that another one lacks. */
public final class ScanDifference {
    private static final int MOST = 10;

    private ScanDifference() {}

    /** For people. */
    public static String write(ScanReport before, ScanReport after, TextStyle style) {
        TextWriter out = new TextWriter(style);
        List<Assessment> gone = without(before, after.ids());
        List<Assessment> appeared = without(after, before.ids());
        out.line(
                "From %s to %s. Places that hold a carrier while they can block: %s.",
                String.join(", ", before.classPath()), String.join(", ", after.classPath()), counts(before, after));
        list(out, "Gone", gone);
        list(out, "New", appeared);
        out.blank();
        out.line("Places that depend on a call with several possible targets are not counted.");
        return out.toString();
    }

    /** How many go, come and stay. */
    static String counts(ScanReport before, ScanReport after) {
        int appeared = without(after, before.ids()).size();
        return "gone " + without(before, after.ids()).size() + ", new " + appeared + ", left "
                + (after.certain().size() - appeared);
    }

    /** What needs no guess, and is not there on the other side, not even as a guess. */
    private static List<Assessment> without(ScanReport report, Set<String> ids) {
        return report.certain().stream()
                .filter(each -> !ids.contains(ScanReport.id(each.finding())))
                .toList();
    }

    private static void list(TextWriter out, String head, List<Assessment> findings) {
        if (findings.isEmpty()) {
            return;
        }
        out.blank();
        TreeMap<String, Integer> libraries = new TreeMap<>();
        findings.forEach(each -> libraries.merge(each.finding().library().toString(), 1, Integer::sum));
        libraries.forEach((library, count) -> out.line("%s in %s: %d", head, library, count));
        findings.stream()
                .limit(MOST)
                .forEach(each -> out.row(
                        "  ",
                        "%s, which %s",
                        each.finding().holder(),
                        each.finding().kind().words()));
        if (findings.size() > MOST) {
            out.line("  and %d more", findings.size() - MOST);
        }
    }
}
