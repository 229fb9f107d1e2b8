package io.vtmonitor.scan.report;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.scan.ScanFinding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What recordings saw, in sentences. */
final class RecordedText {
    private RecordedText() {}

    /** How well the scan does against the recordings. */
    static String head(RecordedMatches seen, ScanReport report) {
        List<RecordedMatches.Missed> missed = seen.missedBy(report);
        long guesses = missed.stream().filter(RecordedMatches.Missed::guess).count();
        int holders = seen.holders();
        return "Recorded: " + Plural.of(seen.pins(), "pin") + ", " + Durations.text(seen.seconds()) + ". Of "
                + Plural.of(holders, "recorded holder") + ", the scan finds "
                + (holders - missed.size()) + ", finds " + guesses + " only as guesses, and misses "
                + (missed.size() - guesses) + ".";
    }

    /** What the scan does not say, or says as a guess alone, a line for each. */
    static List<String> missed(RecordedMatches seen, ScanReport report) {
        return seen.missedBy(report).stream()
                .map(each -> each.holder().name() + " by "
                        + each.holder().hold().toString().replace('_', ' ') + ": "
                        + Plural.of(each.cost().pins(), "pin") + ", "
                        + Durations.text(each.cost().seconds())
                        + (each.guess() ? ", a guess of the scan" : ", missed by the scan"))
                .toList();
    }

    /** What a finding's holder cost, with a separator; empty if it was not seen. */
    static String cost(@Nullable RecordedMatches seen, ScanFinding finding) {
        RecordedMatches.Cost cost = seen == null ? null : seen.cost(finding);
        return cost == null ? "" : ". Seen: " + Plural.of(cost.pins(), "pin") + ", " + Durations.text(cost.seconds());
    }
}
