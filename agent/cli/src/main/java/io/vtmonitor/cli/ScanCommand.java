package io.vtmonitor.cli;

import io.vtmonitor.advice.BadAdviceException;
import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.cli.input.PinFilterOptions;
import io.vtmonitor.cli.input.Reports;
import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.output.ProgressBar;
import io.vtmonitor.cli.output.Usage;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.LimitText;
import io.vtmonitor.scan.ScanOptions;
import io.vtmonitor.scan.Sinks;
import io.vtmonitor.scan.report.RecordedMatches;
import io.vtmonitor.scan.report.ScanReport;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code scan}: finds code that will pin, from class files only. */
@Command(
        name = "scan",
        header = "Finds code that can block while it holds a carrier, from class files only, and says how to fix it.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:everything was read",
            "1:a jar or class file could not be read (the rest was used), or an output could not be " + "written",
            "2:wrong usage",
            "3:a --fail-on condition was met"
        })
final class ScanCommand implements Callable<Integer> {
    private static final int DEFAULT_FEATURE = 21;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "JAR|PID",
            description = "Jars (including Spring Boot's), wars, and folders of classes or jars, the application's "
                    + "own first; or the process ID of a JVM, to read its class path and open jars.")
    private List<Path> jars = List.of();

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = "More jars and folders, separated by '${sys:path.separator}'.")
    private String classPath = "";

    @Option(
            names = "--jdk",
            paramLabel = "VERSION",
            description = "The JDK whose rules decide what holds a carrier: 21 or later; default: the release of "
                    + "--java-home, or else 21.")
    private @Nullable Integer feature;

    @Option(
            names = "--java-home",
            paramLabel = "DIR",
            description = "The JDK that the application runs on. Sets --jdk to its release, and also scans its own "
                    + "classes: java.base and every module from which the class path uses a class.")
    private @Nullable Path javaHome;

    @Option(
            names = "--sinks",
            paramLabel = "FILE",
            description = "A file that adds to the lists of what blocks and what does not (docs/scan.md).")
    private @Nullable Path sinks;

    @Option(
            names = "--entry",
            paramLabel = "PATTERN",
            description = "Methods through which requests arrive; * matches any characters: 'com.acme.web.*'. "
                    + "Default: main and the methods that frameworks call.")
    private List<String> entries = List.of();

    @Option(
            names = "--advice",
            paramLabel = "FILE",
            description = "Add advice for libraries from this file (docs/advice.md).")
    private @Nullable Path advice;

    @Option(
            names = "--seen",
            paramLabel = "FILE",
            description = "Mark findings that appear in these recordings (.jfr) or JSON reports, with their cost, "
                    + "and list recorded holders that the scan missed. May be repeated.")
    private List<String> seen = List.of();

    @ArgGroup(validate = false, heading = "Output:%n")
    private ScanOutput output = new ScanOutput();

    @ArgGroup(validate = false, heading = "Build gate:%n")
    private ScanGateOptions gate = new ScanGateOptions();

    @Override
    public Integer call() throws AttachRefusedException {
        PrintWriter err = spec.commandLine().getErr();
        check();
        return scan(ScanInput.of(spec, jars, classPath, javaHome), err);
    }

    private int scan(ScanInput input, PrintWriter err) {
        ScanOptions options = options(input);
        KnowledgeBase knowledge = knowledge();
        ProgressBar bar = new ProgressBar(err);
        ScanRun run =
                new ScanRun(options, knowledge, (classes, jars, known) -> bar.show(jars, known, "jars and folders"));
        ScanReport report = run.of(input.classPath(), input.further());
        bar.clear();
        unread |= run.isUnread();
        if (!seen.isEmpty()) {
            report = withSeen(report, input, knowledge, err);
        }
        report = new ScanPlans(withJdk(input), knowledge, options.feature(), options.monitorsPin())
                .add(report, output.planned(report));
        report.limits().forEach(limit -> err.println("vt-monitor: " + limit));
        boolean complete = report.classes() > 0 && !unread;
        GateResult result = gate.judge(report, complete, err);
        try {
            output.write(report, result, spec.commandLine().getOut());
        } catch (IOException e) {
            err.println("vt-monitor: can't write the scan: " + FailureText.of(e));
            return Math.max(1, gate.exitCode(result, false));
        }
        return gate.exitCode(result, complete);
    }

    private static List<Path> withJdk(ScanInput input) {
        List<Path> classes = new ArrayList<>(input.classPath());
        if (input.javaHome() != null && !classes.contains(input.javaHome())) {
            classes.add(input.javaHome());
        }
        return classes;
    }

    private boolean unread;

    /** Adds what recordings show about the findings. Holders are found with the same classes. */
    private ScanReport withSeen(ScanReport report, ScanInput input, KnowledgeBase knowledge, PrintWriter err) {
        try (ClassPathBytes bytes = new ClassPathBytes(withJdk(input))) {
            Reports recordings = new Reports(bytes, knowledge, new PinFilterOptions(), err);
            Report recorded = recordings.report(seen);
            recordings.problems().forEach(problem -> err.println("vt-monitor: --seen: " + problem));
            recorded.limits().stream()
                    .filter(limit -> limit.kind() == LimitKind.COUNTED_TWICE)
                    .forEach(limit -> err.println("vt-monitor: --seen: " + LimitText.sentence(limit) + "."));
            unread |= !recordings.problems().isEmpty();
            return recorded.jvms().isEmpty() ? report : report.with(RecordedMatches.of(recorded));
        } catch (IllegalArgumentException e) {
            throw Usage.bad(spec, "--seen: holders can't be looked up: " + e.getMessage());
        }
    }

    private void check() {
        if (feature != null && feature < DEFAULT_FEATURE) {
            throw Usage.bad(spec, "--jdk " + feature + ": accepted: 21 or later, the releases with virtual threads");
        }
        output.check(spec, gate.isRequested());
        output.keepInputs(
                spec,
                Stream.of(jars.stream().map(Path::toString), Stream.of(classPath.split(File.pathSeparator, -1)))
                        .flatMap(named -> named)
                        .toList(),
                List::copyOf);
        output.keepInputs(spec, seen, Reports::files);
        output.keepInput(spec, sinks);
        output.keepInput(spec, advice);
        gate.keepInputs(spec, output);
        gate.check(spec);
    }

    private ScanOptions options(ScanInput input) {
        Sinks known;
        try {
            known = sinks == null ? Sinks.ours() : Sinks.with(sinks);
        } catch (IllegalArgumentException e) {
            throw Usage.bad(spec, "--sinks: " + e.getMessage());
        }
        List<Predicate<String>> named = new ArrayList<>();
        for (String entry : entries) {
            String pattern =
                    Stream.of(entry.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
            named.add(Pattern.compile(pattern).asMatchPredicate());
        }
        return new ScanOptions(
                feature == null ? input.feature(spec) : feature,
                known,
                named,
                Math.max(1, Runtime.getRuntime().availableProcessors()));
    }

    private KnowledgeBase knowledge() {
        try {
            return advice == null ? new KnowledgeBase() : KnowledgeBase.with(advice);
        } catch (BadAdviceException e) {
            throw Usage.bad(spec, "--advice: " + e.getMessage());
        }
    }
}
