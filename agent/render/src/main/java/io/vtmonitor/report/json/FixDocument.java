package io.vtmonitor.report.json;

import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.FixText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something to do, for pins, stalls, and other waits alike, as the JSON has it. It follows from the rest of the report,
 * so it is not read back.
 *
 * @param nanos what it gives back, as {@link FixText#nanos}
 * @param share of all pinned time; null of what is no pin
 * @param of what the time is that of
 * @param what to do
 * @param takes what has to change for it; null where the words say so
 */
record FixDocument(
        long nanos,
        @Nullable Double share,
        String of,
        String what,
        @Nullable String takes) {
    /** In the order in which the text lists them. */
    static List<FixDocument> of(Report report) {
        return FixText.of(report).stream()
                .map(fix -> new FixDocument(
                        fix.nanos(),
                        fix.share() < 0 ? null : fix.share(),
                        fix.of(),
                        fix.what(),
                        fix.takes().isEmpty() ? null : fix.takes()))
                .toList();
    }
}
