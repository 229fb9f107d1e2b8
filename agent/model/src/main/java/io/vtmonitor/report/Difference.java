package io.vtmonitor.report;

import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.DifferenceFacts.Note;
import io.vtmonitor.report.DifferenceFacts.Why;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.Totals;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What changed from one set of reports to another. As JSON, it has the format of {@code docs/diff.schema.json}. Sites
 * whose ids are equal as {@code StableName}s are compared as one site. Recordings differ in length, so carrier-seconds
 * per hour of recording are compared, over all JVMs of a side. A site of which only the native frames hold the carrier
 * on JDK 24 is compared with the site that it was before.
 *
 * @param schemaVersion the version of the JSON; grows when a field changes its meaning or is removed
 * @param noise the part by which a site's carrier-seconds per hour may differ and still count as the same, 0.1 for 10 %
 * @param before the first side
 * @param after the second side
 * @param sites every site of either side, largest change first; empty if one side is dumps, which show no pins that
 *     have ended
 * @param verdicts every verdict on waiting threads of either side, those that appeared first; empty if one side did not
 *     watch waits
 * @param waits every place where virtual threads waited on either side, pinned or not, largest change first; empty if
 *     one side did not watch waits
 * @param notes differences that make the two sides hard to compare
 */
public record Difference(
        int schemaVersion,
        double noise,
        Side before,
        Side after,
        List<SiteChange> sites,
        List<VerdictChange> verdicts,
        List<WaitChange> waits,
        List<Note> notes) {
    public static final int SCHEMA_VERSION = 1;

    public Difference {
        sites = List.copyOf(sites);
        verdicts = List.copyOf(verdicts);
        waits = List.copyOf(waits);
        notes = List.copyOf(notes);
    }

    /**
     * One side of the comparison.
     *
     * @param files the recordings that have the pins
     * @param javaVersions of its JVMs, each once
     * @param jvms how many JVMs
     * @param wallNanos how long the JVMs were watched, added up; 0 if they were seen in dumps only
     * @param pins how many
     * @param pinnedNanos carrier-nanoseconds
     * @param perHour carrier-seconds per hour of recording
     * @param capacityLost see {@link Totals#capacityLost()}, over all JVMs
     * @param starvedNanos time in which every carrier of a JVM was pinned at once
     * @param atMost whether {@code capacityLost} and {@code starvedNanos} are upper bounds: there were threads of
     *     another scheduler, whose pins may be included, or the number of carriers or, of printed events, the time
     *     watched is unknown
     */
    public record Side(
            List<String> files,
            List<String> javaVersions,
            int jvms,
            long wallNanos,
            long pins,
            long pinnedNanos,
            double perHour,
            double capacityLost,
            long starvedNanos,
            boolean atMost) {
        public Side {
            files = List.copyOf(files);
            javaVersions = List.copyOf(javaVersions);
        }
    }

    /**
     * A site on both sides.
     *
     * @param id its stable form
     * @param formerly the ids that it had before, if JDK 24 frees the carrier from some of its holders; empty otherwise
     * @param kind how it changed
     * @param operation what was waited for
     * @param reason why the carrier was held
     * @param occurrence whether it recurs, on the side that has it
     * @param verdict what a newer JDK does to it
     * @param before its figures on the first side; zeros if that does not have the site
     * @param after the same for the second side
     * @param changePerHour carrier-seconds per hour, {@code after} less {@code before}
     * @param why what explains the change; null if nothing is known to
     */
    public record SiteChange(
            String id,
            List<String> formerly,
            Kind kind,
            Operation operation,
            Reason reason,
            Occurrence occurrence,
            Verdict verdict,
            Part before,
            Part after,
            double changePerHour,
            @Nullable Why why) {
        public SiteChange {
            formerly = List.copyOf(formerly);
        }
    }

    /**
     * A site on one side.
     *
     * @param pins how many
     * @param pinnedNanos carrier-nanoseconds
     * @param maxNanos the longest pin
     * @param perHour carrier-seconds per hour of recording
     */
    public record Part(long pins, long pinnedNanos, long maxNanos, double perHour) {}

    /**
     * A verdict on waiting threads, on both sides.
     *
     * @param verdict the kind of verdict
     * @param site where they wait, in its stable form; null if that is not one place
     * @param pool the pool that they wait for; null if it is none
     * @param kind whether it appeared, vanished, or is the same; numbers of threads are no measure for more than that
     * @param before the most threads at one look on the first side; 0 if the verdict is new
     * @param after the same for the second side; 0 if it is gone
     */
    public record VerdictChange(
            WaitVerdictKind verdict,
            @Nullable String site,
            @Nullable String pool,
            Kind kind,
            int before,
            int after) {}

    /**
     * A place where virtual threads waited, on both sides.
     *
     * @param site the topmost frame that is not the JDK's, in its stable form
     * @param operation what they waited for
     * @param pool the pool whose resource they waited for; null if it is no known pool
     * @param kind how it changed
     * @param before how many threads waited there on the first side, mean over time and JVMs
     * @param after the same for the second side
     */
    public record WaitChange(
            String site, WaitOperation operation, @Nullable String pool, Kind kind, double before, double after) {
        /** How many more threads waited than before; negative if fewer. */
        public double change() {
            return after - before;
        }
    }

    /** How a site, a verdict, or a place changed. */
    public enum Kind {
        /** It is on the second side only. */
        APPEARED,
        /** It has more carrier-seconds per hour, or more waiting threads, than before. */
        GREW,
        /** The difference is within the noise, or may be due to chance. */
        SAME,
        /** It has fewer carrier-seconds per hour, or fewer waiting threads, than before. */
        SHRANK,
        /** It is on the first side only. */
        VANISHED;

        /** The name in reports: lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
