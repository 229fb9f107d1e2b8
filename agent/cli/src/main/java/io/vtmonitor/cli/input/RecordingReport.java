package io.vtmonitor.cli.input;

import io.vtmonitor.common.Version;
import io.vtmonitor.diagnosis.Pipe;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.pins.ChangedSettings;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.plan.Forecast;
import io.vtmonitor.recording.RecordedJvm;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.recording.Recordings;
import io.vtmonitor.recording.UnreadableRecordingException;
import io.vtmonitor.report.AgentFindings;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.json.JsonFindings;
import io.vtmonitor.tally.Aggregation;
import io.vtmonitor.tally.FileIoTally;
import io.vtmonitor.tally.MergedWaits;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The report of one file with recordings.
 *
 * @param file the file
 * @param draft the report without outlook and plan, which are computed once for all files; without JVMs if none could
 *     be read
 * @param problems what could not be read, a sentence each
 */
public record RecordingReport(Path file, Report draft, List<String> problems) {
    /** The complete report, for the case that each file has a report of its own. */
    public Report report() {
        return Forecast.of(draft);
    }

    /**
     * Reads one of several files. Never throws because of its content.
     *
     * @param number the index of the file
     * @param opening opens the file
     * @param jdkBugs what a build of the JDK hides from its recordings, by its version
     * @param jdks the versions of the JDKs in which the JDK's own classes are looked up
     */
    static RecordingReport of(
            Path file,
            int number,
            Opening opening,
            Diagnosers diagnosers,
            Function<String, List<Limit>> jdkBugs,
            List<String> jdks,
            PinFilterOptions selection) {
        return new Reader(file, diagnosers, jdkBugs, jdks, selection).read(number, opening);
    }

    /** The ending of the jar with classes that {@code record} leaves next to a recording. */
    public static final String RECORDED_CLASSES = ".classes.jar";

    /** Diagnoses pins, by the class path and the version of the recorded JVM. */
    interface Diagnosers {
        Function<Blocking, Diagnosis> of(String classPath, String javaVersion);

        /** Finds the instructions of lines. */
        StackResolver lines();
    }

    /** Opens the file, by itself or as one of several. */
    interface Opening {
        Recordings open(Path file, int number) throws UnreadableRecordingException;
    }

    private static final class Reader {
        private final Path file;
        private final Diagnosers diagnosers;
        private final Function<String, List<Limit>> jdkBugs;
        private final List<String> jdks;
        private final PinFilterOptions selection;
        private final Aggregation aggregation = Aggregation.ofRecordings();
        private final FileIoTally busy = new FileIoTally();
        private final List<Jvm> jvms = new ArrayList<>();
        private final Set<Limit> limits = new LinkedHashSet<>();
        private final List<String> problems = new ArrayList<>();
        private final List<Waits> waits = new ArrayList<>();
        private final List<Stall> stalls = new ArrayList<>();
        private LeftOut leftOut = LeftOut.NONE;

        Reader(
                Path file,
                Diagnosers diagnosers,
                Function<String, List<Limit>> jdkBugs,
                List<String> jdks,
                PinFilterOptions selection) {
            this.file = file;
            this.diagnosers = diagnosers;
            this.jdkBugs = jdkBugs;
            this.jdks = jdks;
            this.selection = selection;
        }

        RecordingReport read(int number, Opening opening) {
            try (Recordings recordings = opening.open(file, number)) {
                recordings.jvms().forEach(this::read);
                recordings.printed().forEach(this::read);
                if (jvms.isEmpty()) {
                    recordings.problems().forEach(this::problem);
                }
            } catch (UnreadableRecordingException e) {
                problems.add(e.getMessage() + ". It is left out.");
            }
            Report draft = aggregation.draft(
                    new Source("recording", Version.tool(), Collections.nCopies(jvms.size(), file.toString())),
                    jvms,
                    List.copyOf(limits),
                    busy.figures());
            Report whole = draft.without(leftOut);
            Report found = stalls.isEmpty() ? whole : whole.with(stalls, List.of());
            return new RecordingReport(file, waits.isEmpty() ? found : found.with(MergedWaits.of(waits)), problems);
        }

        private void read(RecordedJvm reader) {
            JvmInfo recorded = reader.jvm();
            JvmInfo jvm = selection.of(recorded);
            long begin = reader.startNanos();
            Aggregation.JvmFindings findings = aggregation.jvm(jvm.pool());
            findings.begin(Math.max(reader.watchedSince(), selection.from(begin)));
            reader.gaps().forEach(gap -> findings.gap(gap.startNanos(), gap.endNanos()));
            findings.until(selection.to(begin));
            findings.changes(jvm.carrierChanges());
            if (reader.hasRoundedTimes()) {
                findings.rounded();
            }
            FindingFilter counted = selection.filter(begin, findings);
            Function<Blocking, Diagnosis> diagnoser = diagnosers.of(classPath(reader), jvm.javaVersion());
            Pipe pipe = new Pipe(
                    jvm.pinnedThreshold(),
                    jvm.monitorThreshold(),
                    reader.tellsLinesOnly() ? diagnoser.andThen(Diagnosis::atMostLikely) : diagnoser,
                    List.of(counted.sink()));
            PinSink pins = reader.tellsLinesOnly() ? new PinsByLine(diagnosers.lines(), pipe) : pipe;
            RecordingSummary reading =
                    reader.read(pins, selection.busy(begin, busy.above(jvm.fileThreshold(), findings::fileIo)));
            // Without --threshold, pins are too short only by the thresholds of the recordings, which is not counted.
            boolean raised = !jvm.equals(recorded);
            leftOut = leftOut.and(counted.leftOut(raised ? pipe.tooShort() : 0));
            RecordedSpans watched = selection.of(reading.watched(), begin);
            jvms.add(jvm.reported(watched));
            if (!reading.settings().isEmpty()) {
                limits.addAll(new ChangedSettings(reading.settings()).limits(jvm, watched));
            }
            limits.addAll(reader.jvm().unwatchedStart(reader.watchedSince()));
            limits.addAll(reader.jvm().limits());
            limits.addAll(jdkBugs.apply(jvm.javaVersion()));
            limits.addAll(selection.limits());
            otherJdk(jvm.javaVersion());
            limits.addAll(reading.limits());
            List<String> unread = new ArrayList<>(reading.problems());
            // Most recordings have none, and reading JSON loads hundreds of classes.
            AgentFindings byAgent = reading.findings().isEmpty()
                    ? AgentFindings.NONE
                    : JsonFindings.readFirst(reading.findings(), unread);
            // The agent sees more than the dumps show.
            Waits seen = byAgent.waits().none() && !reading.dumps().isEmpty()
                    ? RecordedDeadlocks.of(reading.dumps(), file.toString())
                    : byAgent.waits();
            if (!seen.none()) {
                waits.add(seen);
            }
            stalls.addAll(byAgent.stalls());
            unread.forEach(this::problem);
        }

        /** The classes that {@code record} left next to the file come first, because these have run. */
        private String classPath(RecordedJvm reader) {
            Path beside;
            try {
                beside = Path.of(file.toAbsolutePath() + RECORDED_CLASSES);
            } catch (InvalidPathException ignored) {
                return reader.classPath(); // a name that Java can't decode, found in a folder
            }
            return Files.isRegularFile(beside) ? beside + File.pathSeparator + reader.classPath() : reader.classPath();
        }

        private void problem(String problem) {
            problems.add("a part of " + file + " could not be read: " + problem + ". The rest was used.");
        }

        private void otherJdk(String recorded) {
            if (!jdks.isEmpty() && !jdks.contains(recorded)) {
                limits.add(Limit.of(LimitKind.OTHER_JDK, String.join(", ", jdks), recorded));
            }
        }
    }
}
