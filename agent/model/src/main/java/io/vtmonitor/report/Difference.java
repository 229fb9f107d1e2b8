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
 * What changed from one set of reports to another; written as JSON it is the format of {@code docs/diff.schema.json}.
 * Sites are one where their ids are equal as {@code StableName}s. Recordings differ in length, so what is compared is
 * carrier-seconds per hour of recording, over all JVMs of a side. A site of which JDK 24 left the native frames alone
 * is one with what it was before.
 *
 * @param schemaVersion of the JSON; grows when a field changes its meaning or goes
 * @param noise share by which a site's carrier-seconds per hour may differ and still count as the same, 0.1 for 10 %
 * @param before the one side
 * @param after the other
 * @param sites every site of either side, largest change first
 * @param verdicts every verdict on waiting threads of either side, those that appeared first; empty if one side did not
 *     watch that
 * @param waits every place where virtual threads waited on either side, pinned or not, largest change first; empty if
 *     one side did not watch that
 * @param notes what makes the two sides hard to compare
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
     * One side.
     *
     * @param files the recordings the pins are from
     * @param javaVersions of its JVMs, each once
     * @param jvms how many
     * @param wallNanos how long they were watched, added up
     * @param pins how many
     * @param pinnedNanos carrier-nanoseconds
     * @param perHour carrier-seconds per hour of recording
     * @param capacityLost see {@link Totals#capacityLost()}, over all JVMs
     * @param starvedNanos time in which every carrier of a JVM was pinned at once
     * @param atMost whether these two are bounds: threads of another scheduler were seen, whose pins may be among them
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
     * @param formerly the ids that it had before, where JDK 24 left a part of its holders; empty for all others
     * @param kind what became of it
     * @param operation what was waited for
     * @param reason why the carrier was kept
     * @param occurrence whether it comes again, of the side that has it
     * @param verdict what a newer JDK does to it
     * @param before its figures, zeros where it has none
     * @param after the same for the other side
     * @param changePerHour carrier-seconds per hour, after less before
     * @param why what explains it, null if nothing is known to
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
     * What is wrong with waiting threads, on both sides.
     *
     * @param verdict what it is
     * @param site where they wait, in its stable form; null if that is no one place
     * @param pool the pool, null if it is none
     * @param kind whether it appeared, vanished, or is the same; how many threads a look caught does not measure it
     * @param before most threads concerned at one look; 0 if it is new
     * @param after the same for the other side; 0 if it is gone
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
     * @param pool the pool whose resource they waited for, null if it is none that is known
     * @param kind what became of it
     * @param before how many threads waited there, mean over time and JVMs
     * @param after the same for the other side
     */
    public record WaitChange(
            String site, WaitOperation operation, @Nullable String pool, Kind kind, double before, double after) {
        /** More threads than before, or fewer. */
        public double change() {
            return after - before;
        }
    }

    /** What became of a site. */
    public enum Kind {
        /** It is on the second side only. */
        APPEARED,
        /** It has more carrier-seconds per hour, or more waiting threads, than before. */
        GREW,
        /** The difference is within the noise, or is one that chance makes. */
        SAME,
        /** It has less. */
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
