package io.vtmonitor.cli;

import io.vtmonitor.cli.input.AwaitedInput;
import io.vtmonitor.cli.input.FileList;
import io.vtmonitor.cli.input.ReportFiles;
import io.vtmonitor.cli.input.Reports;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.Printable;
import io.vtmonitor.common.Version;
import io.vtmonitor.diff.Diff;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.Report;
import io.vtmonitor.tally.Merge;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code merge}: combines reports into one. */
@Command(
        name = "merge",
        header = "Combines JSON reports.",
        description = "The result is the same as analyzing all their recordings together.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:everything was read",
            "1:an input could not be read (the rest was used), an output could not be written, or a "
                    + "condition could not be evaluated; messages say which",
            "2:wrong usage",
            "3:a --fail-on condition was met"
        })
final class MergeCommand implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "JSON reports, folders that contain them, quoted patterns, or - for standard input. A "
                    + "file may contain several reports, one after another.")
    private List<String> files = List.of();

    @ArgGroup(validate = false, heading = "Output:%n")
    private Output output = new Output();

    @ArgGroup(validate = false, heading = "Build gate:%n")
    private GateOptions gate = new GateOptions();

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "Earlier JSON reports, folders, or quoted patterns to compare with; required by the "
                    + "conditions new and grew.")
    private List<String> baseline = List.of();

    private final List<String> problems = new ArrayList<>();

    @Override
    public Integer call() {
        gate.check(spec, !baseline.isEmpty(), Diff.NOISE);
        output.checkMerged(spec, gate.isRequested());
        output.keepInputs(spec, files, Reports::reportFiles);
        output.keepInputs(spec, baseline, Reports::reportFiles);
        gate.keepInputs(spec, output);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Report before = baseline.isEmpty() ? null : merged(baseline);
        Report report = merged(files);
        problems.replaceAll(Printable::text);
        problems.forEach(problem -> err.println("vt-monitor: " + problem));
        if (report == null) {
            return output.unread("nothing could be read, so there is no report", gate, out, err);
        }
        if (before == null && !baseline.isEmpty()) {
            return output.unread("nothing could be read of --baseline, so there is nothing to compare", gate, out, err);
        }
        Difference difference = before == null ? null : Diff.between(List.of(before), List.of(report), Diff.NOISE);
        GateResult result = gate.judge(List.of(report), difference, problems, err);
        int code = gate.exitCode(result, problems.isEmpty());
        try {
            output.write(report, result, out);
            return code;
        } catch (IOException e) {
            err.println("vt-monitor: can't write the report: " + FailureText.of(e));
            return Math.max(1, code);
        }
    }

    /** One report of all; null if none could be read. */
    private @Nullable Report merged(List<String> arguments) {
        Merge merge = new Merge(Version.tool());
        List<String> named =
                arguments.stream().filter(file -> !file.equals(STANDARD_INPUT)).toList();
        FileList list = FileList.of(named, Reports.REPORTS);
        problems.addAll(list.problems());
        ReportFiles reports = new ReportFiles((file, report) -> merge.add(report), problems::add);
        PrintWriter err = spec.commandLine().getErr();
        int read = reports.read(list.files(), err);
        read += named.size() == arguments.size() ? 0 : reports.read(AwaitedInput.standard(err), "");
        return read == 0 ? null : merge.report();
    }
}
