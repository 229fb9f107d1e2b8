package io.vtmonitor.cli;

import io.vtmonitor.advice.BadAdviceException;
import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.analysis.Aggregation;
import io.vtmonitor.analysis.BusyTally;
import io.vtmonitor.analysis.Diagnoser;
import io.vtmonitor.analysis.Pipe;
import io.vtmonitor.boot.Version;
import io.vtmonitor.culprit.ClassPathBytes;
import io.vtmonitor.culprit.CulpritFinder;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Finding;
import io.vtmonitor.model.Report;
import io.vtmonitor.source.Reading;
import io.vtmonitor.source.RecordingReader;
import io.vtmonitor.source.Recordings;
import io.vtmonitor.source.UnreadableRecordingException;
import io.vtmonitor.source.WatchedJvm;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code analyze}: the report from recordings. */
@Command(
        name = "analyze",
        description = "Says from a recording who pinned carriers, by what, and what to do.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:all was read", "1:something could not be read; what could was used", "2:wrong usage"})
final class AnalyzeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Recordings (.jfr).")
    private List<Path> files = List.of();

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description =
                    "What the application ran with, separated by '${sys:path.separator}': jars (Spring Boot's, too), "
                            + "folders of classes, the JDK's home. Names holders exactly on JDK 21 to 23.")
    private String classPath = "";

    @ArgGroup(validate = false, heading = "What is counted:%n")
    private Selection selection = new Selection();

    @Option(
            names = "--advice",
            paramLabel = "FILE",
            description = "Add advice for libraries from this file (docs/advice.md).")
    private @Nullable Path advice;

    @ArgGroup(validate = false, heading = "How it is written:%n")
    private Output output = new Output();

    private final List<String> problems = new ArrayList<>();

    @Override
    public Integer call() {
        output.check(spec);
        PrintWriter err = spec.commandLine().getErr();
        KnowledgeBase knowledge = knowledge();
        try (ClassPathBytes bytes = new ClassPathBytes(elements(classPath))) {
            Report report = report(bytes, knowledge);
            problems.forEach(problem -> err.println("vt-monitor: " + problem));
            if (report.jvms().isEmpty()) {
                return 1;
            }
            output.write(report, spec.commandLine().getOut());
            return problems.isEmpty() ? 0 : 1;
        } catch (IllegalArgumentException badClassPath) {
            throw new ParameterException(spec.commandLine(), "--classpath: " + badClassPath.getMessage());
        } catch (IOException failed) {
            err.println("vt-monitor: can't write the report: " + failed);
            return 1;
        }
    }

    private KnowledgeBase knowledge() {
        try {
            return advice == null ? new KnowledgeBase() : KnowledgeBase.with(advice);
        } catch (BadAdviceException bad) {
            throw new ParameterException(spec.commandLine(), "--advice: " + bad.getMessage());
        }
    }

    private static List<Path> elements(String classPath) {
        List<Path> elements = new ArrayList<>();
        for (String element : classPath.split(File.pathSeparator, -1)) {
            if (!element.isEmpty()) {
                elements.add(Path.of(element));
            }
        }
        return elements;
    }

    private Report report(ClassBytes classBytes, KnowledgeBase knowledge) {
        Diagnoser diagnoser = new Diagnoser(new CulpritFinder(classBytes), knowledge::advise);
        Aggregation aggregation = Aggregation.ofRecordings();
        BusyTally busy = new BusyTally();
        List<Report.Jvm> jvms = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Set<String> limits = new LinkedHashSet<>();
        for (Path file : files) {
            try {
                int before = jvms.size();
                read(file, diagnoser, aggregation, busy, jvms, limits);
                // One name for each JVM: a file may hold the recordings of several.
                names.addAll(Collections.nCopies(jvms.size() - before, file.toString()));
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
        try (Recordings recordings = Recordings.open(file)) {
            for (RecordingReader reader : recordings.jvms()) {
                read(file, reader, diagnoser, aggregation, busy, jvms, limits);
            }
        }
    }

    private void read(
            Path file,
            RecordingReader reader,
            Diagnoser diagnoser,
            Aggregation aggregation,
            BusyTally busy,
            List<Report.Jvm> jvms,
            Set<String> limits) {
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
