package io.vtmonitor.cli;

import io.vtmonitor.advice.BadAdviceException;
import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.analysis.Aggregation;
import io.vtmonitor.analysis.Diagnoser;
import io.vtmonitor.analysis.Pipe;
import io.vtmonitor.boot.Version;
import io.vtmonitor.culprit.ClassPathBytes;
import io.vtmonitor.culprit.CulpritFinder;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Report;
import io.vtmonitor.sink.FileSink;
import io.vtmonitor.sink.JsonReport;
import io.vtmonitor.sink.TextReport;
import io.vtmonitor.source.Reading;
import io.vtmonitor.source.RecordingReader;
import io.vtmonitor.source.UnreadableRecordingException;
import io.vtmonitor.source.WatchedJvm;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
    /** How a report is written. */
    enum Format {
        TEXT,
        JSON
    }

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

    @Option(
            names = "--advice",
            paramLabel = "FILE",
            description = "Add advice for libraries from this file (docs/advice.md).")
    private @Nullable Path advice;

    @Option(names = "--format", description = "${COMPLETION-CANDIDATES}; default text, or what -o ends in.")
    private @Nullable Format format;

    @Option(names = "-o", paramLabel = "OUT", description = "Write to this file instead of standard output.")
    private @Nullable Path output;

    @Option(names = "--top", defaultValue = "5", description = "Sites shown as text; default ${DEFAULT-VALUE}.")
    private int top;

    private final List<String> problems = new ArrayList<>();

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        KnowledgeBase knowledge = knowledge();
        try (ClassPathBytes bytes = new ClassPathBytes(elements(classPath))) {
            Report report = report(bytes, knowledge);
            problems.forEach(problem -> err.println("vt-monitor: " + problem));
            if (report.jvms().isEmpty()) {
                return 1;
            }
            write(report);
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
        Aggregation aggregation = new Aggregation();
        List<Report.Jvm> jvms = new ArrayList<>();
        Set<String> limits = new LinkedHashSet<>();
        for (Path file : files) {
            try {
                read(file, diagnoser, aggregation, jvms, limits);
            } catch (UnreadableRecordingException unreadable) {
                problems.add(unreadable.getMessage() + ". It is left out.");
            }
        }
        List<String> names = files.stream().map(Path::toString).toList();
        return aggregation.report(new Report.Source("recording", Version.tool(), names), jvms, List.copyOf(limits));
    }

    private void read(
            Path file, Diagnoser diagnoser, Aggregation aggregation, List<Report.Jvm> jvms, Set<String> limits)
            throws UnreadableRecordingException {
        RecordingReader reader = RecordingReader.open(file);
        WatchedJvm jvm = reader.jvm();
        Duration pinned = jvm.pinnedThreshold();
        Pipe pipe = new Pipe(pinned, jvm.monitorThreshold(), diagnoser, List.of(aggregation.jvm(jvm.parallelism())));
        Reading reading = reader.read(pipe);
        jvms.add(jvm.reported(reading.startNanos(), reading.endNanos()));
        limits.addAll(jvm.limits());
        limits.addAll(reading.notes());
        for (String problem : reading.problems()) {
            problems.add("a part of " + file + " could not be read: " + problem + ". The rest was used.");
        }
    }

    private void write(Report report) throws IOException {
        String text = chosenFormat() == Format.JSON ? JsonReport.write(report) : TextReport.write(report, top);
        if (output == null) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(text);
            out.flush();
        } else {
            FileSink.write(output, text);
        }
    }

    private Format chosenFormat() {
        if (format != null) {
            return format;
        }
        return output != null && output.toString().endsWith(".json") ? Format.JSON : Format.TEXT;
    }
}
