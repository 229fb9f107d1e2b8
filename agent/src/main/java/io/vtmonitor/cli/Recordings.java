package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.analysis.Aggregation;
import io.vtmonitor.analysis.BusyTally;
import io.vtmonitor.analysis.Diagnoser;
import io.vtmonitor.analysis.Pipe;
import io.vtmonitor.boot.Version;
import io.vtmonitor.culprit.CulpritFinder;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Finding;
import io.vtmonitor.model.Report;
import io.vtmonitor.sink.JsonReport;
import io.vtmonitor.source.Reading;
import io.vtmonitor.source.RecordingReader;
import io.vtmonitor.source.UnreadableRecordingException;
import io.vtmonitor.source.WatchedJvm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Reads recordings into reports; what can't be read is left out and said. */
final class Recordings {
    private final ClassBytes classBytes;
    private final KnowledgeBase knowledge;
    private final Selection selection;
    private final List<String> problems = new ArrayList<>();

    Recordings(ClassBytes classBytes, KnowledgeBase knowledge, Selection selection) {
        this.classBytes = classBytes;
        this.knowledge = knowledge;
        this.selection = selection;
    }

    /** What could not be read up to now, a sentence each. */
    List<String> problems() {
        return problems;
    }

    /** The reports of files that are recordings or, told by how they begin, reports already: the recordings make one. */
    List<Report> reports(List<Path> files) {
        List<Report> reports = new ArrayList<>();
        List<Path> recordings = new ArrayList<>();
        for (Path file : files) {
            if (beginsLikeJson(file)) {
                try {
                    reports.add(JsonReport.read(file));
                } catch (IOException unreadable) {
                    problems.add("can't read " + file + ": " + unreadable.getMessage() + ". It is left out.");
                }
            } else {
                recordings.add(file);
            }
        }
        if (!recordings.isEmpty()) {
            Report report = report(recordings);
            if (!report.jvms().isEmpty()) {
                reports.add(report);
            }
        }
        return reports;
    }

    private static boolean beginsLikeJson(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            int first = in.read();
            while (first == ' ' || first == '\n' || first == '\r' || first == '\t') {
                first = in.read();
            }
            return first == '{';
        } catch (IOException unreadable) {
            return false; // the reader of recordings says why
        }
    }

    /** One report of all recordings; without JVMs where none could be read. */
    Report report(List<Path> files) {
        Diagnoser diagnoser = new Diagnoser(new CulpritFinder(classBytes), knowledge::advise);
        Aggregation aggregation = Aggregation.ofRecordings();
        BusyTally busy = new BusyTally();
        List<Report.Jvm> jvms = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Set<String> limits = new LinkedHashSet<>();
        for (Path file : files) {
            try {
                read(file, diagnoser, aggregation, busy, jvms, limits);
                names.add(file.toString());
            } catch (UnreadableRecordingException unreadable) {
                problems.add(unreadable.getMessage() + ". It is left out.");
            }
        }
        return aggregation.report(
                new Report.Source("recording", Version.tool(), names), jvms, List.copyOf(limits), busy.figures());
    }

    private void read(
            Path file,
            Diagnoser diagnoser,
            Aggregation aggregation,
            BusyTally busy,
            List<Report.Jvm> jvms,
            Set<String> limits)
            throws UnreadableRecordingException {
        RecordingReader reader = RecordingReader.open(file);
        WatchedJvm jvm = selection.of(reader.jvm());
        long begin = reader.startNanos();
        Consumer<Finding> counted = selection.filter(begin, aggregation.jvm(jvm.parallelism()));
        Pipe pipe = new Pipe(jvm.pinnedThreshold(), jvm.monitorThreshold(), diagnoser, List.of(counted));
        Reading reading = reader.read(pipe, busy.above(jvm.fileThreshold()));
        jvms.add(jvm.reported(selection.from(begin), selection.to(begin, reading.endNanos())));
        limits.addAll(reader.jvm().limits());
        limits.addAll(selection.limits());
        limits.addAll(reading.notes());
        for (String problem : reading.problems()) {
            problems.add("a part of " + file + " could not be read: " + problem + ". The rest was used.");
        }
    }
}
