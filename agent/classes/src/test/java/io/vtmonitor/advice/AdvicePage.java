package io.vtmonitor.advice;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Releases;
import java.util.List;
import java.util.stream.Collectors;

/** What proves the entries of the knowledge base, as a table of the documentation. */
final class AdvicePage {
    private AdvicePage() {}

    static String table(List<Entry> entries) {
        return "| entry | that it holds | releases called free | proof that they are |\n| --- | --- | --- | --- |\n"
                + entries.stream().map(AdvicePage::row).collect(Collectors.joining());
    }

    private static String row(Entry entry) {
        String holds = entry.confidence() == Confidence.EXACT ? "recorded stack" : "[report](" + entry.evidence() + ")";
        String fixed = entry.releases().fixed().stream()
                .map(fix -> (fix.branch() == null ? "" : fix.branch() + ": ") + fix.in())
                .collect(Collectors.joining(", "));
        return "| " + entry.id() + " | " + holds + " | " + (fixed.isEmpty() ? "none" : fixed) + " | " + proof(entry)
                + " |\n";
    }

    private static String proof(Entry entry) {
        Releases.Checked checked = entry.releases().checked();
        if (checked != null) {
            return "scan on " + checked.on() + ": " + checked.before() + " has " + checked.found() + ", "
                    + checked.after() + " has " + checked.left();
        }
        if (entry.releases().fixed().isEmpty()) {
            return "";
        }
        return entry.releases().guess() ? "none: a guess" : "scan of the recorded program with both releases";
    }
}
