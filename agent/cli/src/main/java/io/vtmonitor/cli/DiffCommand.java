package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.cli.input.ClassPathOptions;
import io.vtmonitor.cli.input.PinFilterOptions;
import io.vtmonitor.cli.input.Reports;
import io.vtmonitor.cli.output.DiffOutput;
import io.vtmonitor.cli.output.Format;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.Printable;
import io.vtmonitor.diff.Diff;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.export.JUnitReport;
import io.vtmonitor.report.html.HtmlReport;
import io.vtmonitor.report.json.JsonDifference;
import io.vtmonitor.report.text.DiffText;
import io.vtmonitor.report.text.MarkdownDiff;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code diff}: compares two sets of recordings. */
@Command(
        name = "diff",
        header = "Compares recordings: which verdicts and sites appeared, vanished, grew, or shrank.",
        description = "The figures are carrier-seconds per hour of recording.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:both sides were read",
            "1:an input could not be read (the rest was used), an output could not be written, or a "
                    + "condition could not be evaluated; messages say which",
            "2:wrong usage",
            "3:a --fail-on condition was met"
        })
final class DiffCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(
            arity = "0..2",
            paramLabel = "FILE",
            description = "Before and after: for each, a recording (.jfr), a JSON report, a folder of them, or a "
                    + "quoted pattern. For several files per side, use --before and --after.")
    private List<String> files = List.of();

    @Option(
            names = "--before",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Recordings or reports of the earlier state.")
    private List<String> before = List.of();

    @Option(
            names = "--after",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Recordings or reports of the later state.")
    private List<String> after = List.of();

    @Mixin
    private ClassPathOptions lookup = new ClassPathOptions();

    @ArgGroup(validate = false, heading = "Which pins count:%n")
    private PinFilterOptions selection = new PinFilterOptions();

    @Option(
            names = "--noise",
            paramLabel = "PERCENT",
            converter = Percent.class,
            description = "Treat a site as unchanged if it changed by no more than this; default 10%%.")
    private double noise = Diff.NOISE;

    @ArgGroup(validate = false, heading = "Output:%n")
    private DiffOutput output = new DiffOutput();

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "For text and markdown: number of sites of each kind; default ${DEFAULT-VALUE}.")
    private int top;

    @ArgGroup(validate = false, heading = "Build gate:%n")
    private GateOptions gate = new GateOptions();

    @Override
    public Integer call() {
        check();
        PrintWriter err = spec.commandLine().getErr();
        KnowledgeBase knowledge = lookup.knowledge(spec);
        try (ClassPathBytes bytes = lookup.classes(spec);
                Reports recordings = new Reports(bytes, knowledge, selection, err)) {
            Report was = recordings.report(files.isEmpty() ? before : files.subList(0, 1));
            Report is = recordings.report(files.isEmpty() ? after : files.subList(1, 2));
            String found = recordings.classesFound();
            if (found != null) {
                err.println("vt-monitor: " + found);
            }
            recordings.problems().forEach(problem -> err.println("vt-monitor: " + problem));
            if (was.jvms().isEmpty() || is.jvms().isEmpty()) {
                String why = "nothing could be read of '" + (was.jvms().isEmpty() ? "before" : "after")
                        + "', so there is nothing to compare";
                err.println("vt-monitor: " + why);
                writeBlind(gate.blind(why, err), err);
                return 1;
            }
            Difference difference = Diff.between(List.of(was), List.of(is), noise);
            boolean kept = lookup.keep(bytes, err);
            GateResult result = gate.judge(List.of(is), difference, recordings.problems(), err);
            int code = gate.exitCode(result, kept && recordings.problems().isEmpty());
            return written(was, is, difference, result, err) ? code : Math.max(1, code);
        }
    }

    private String given() {
        List<String> given = new ArrayList<>(files);
        before.forEach(file -> given.add("--before " + file));
        after.forEach(file -> given.add("--after " + file));
        return given.isEmpty() ? "none" : String.join(", ", given);
    }

    /** Writes the result of the gate although nothing could be compared: a build server must not see an old file. */
    private void writeBlind(GateResult result, PrintWriter err) {
        try {
            output.writeOnly(
                    Format.JUNIT,
                    (format, style) -> JUnitReport.write(result),
                    spec.commandLine().getOut());
        } catch (IOException e) {
            err.println("vt-monitor: can't write the comparison: " + FailureText.of(e));
        }
    }

    private void check() {
        boolean named = !before.isEmpty() && !after.isEmpty() && files.isEmpty();
        boolean placed = files.size() == 2 && before.isEmpty() && after.isEmpty();
        if (!named && !placed) {
            throw new ParameterException(
                    spec.commandLine(),
                    "two files are needed, before and after, or --before FILE… and --after FILE…; given: " + given());
        }
        if (top < 0) {
            throw new ParameterException(spec.commandLine(), "--top " + top + ": accepted: whole numbers, 0 or larger");
        }
        selection.check(spec);
        gate.check(spec, true, noise);
        output.check(spec);
        List<String> inputs =
                Stream.of(files, before, after).flatMap(List::stream).toList();
        if (Collections.frequency(inputs, "-") > 1) {
            throw new ParameterException(
                    spec.commandLine(), "standard input, '-', is accepted once: as before, or as after");
        }
        output.keepInputs(spec, inputs, Reports::files);
        gate.keepInputs(spec, output);
        lookup.keepInputs(spec, output);
        lookup.check(spec, inputs);
        if (output.writes(Format.JUNIT) && !gate.isRequested()) {
            throw new ParameterException(
                    spec.commandLine(), "format junit contains the result of conditions; it requires --fail-on");
        }
    }

    private boolean written(Report was, Report is, Difference difference, GateResult result, PrintWriter err) {
        try {
            output.write(
                    (format, style) -> switch (format) {
                        case JSON -> JsonDifference.write(difference);
                        case HTML -> HtmlReport.writeDiff(was, is, difference);
                        case MARKDOWN -> MarkdownDiff.write(difference, top);
                        case JUNIT -> JUnitReport.write(result);
                        default -> DiffText.write(difference, top, style);
                    },
                    spec.commandLine().getOut());
            return true;
        } catch (IOException e) {
            err.println("vt-monitor: can't write the comparison: " + FailureText.of(e));
            return false;
        }
    }

    /** Accepts {@code 10%} and {@code 10}. */
    static final class Percent implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            if (!text.matches("\\d{1,4}(\\.\\d{1,6})?%?")) {
                throw new TypeConversionException(
                        "'" + Printable.echo(text) + "' is not understood; accepted: a percentage such as 10%");
            }
            return Double.parseDouble(text.replace("%", "")) / 100;
        }
    }
}
