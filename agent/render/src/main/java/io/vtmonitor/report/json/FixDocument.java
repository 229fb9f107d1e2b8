package io.vtmonitor.report.json;

import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.FixText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recommended change, for pins, stalls, and other waits, as it is in JSON. It is not read back, because it follows
 * from the rest of the report.
 *
 * @param nanos the time that it saves, as {@link FixText#nanos}
 * @param share the part of all pinned time; null if it is not about pins
 * @param of what {@code nanos} counts
 * @param what the change
 * @param takes the means, such as {@code another JDK}; null if {@code what} already names them
 */
record FixDocument(
        long nanos,
        @Nullable Double share,
        String of,
        String what,
        @Nullable String takes) {
    /** The changes in the order of the text report. */
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
