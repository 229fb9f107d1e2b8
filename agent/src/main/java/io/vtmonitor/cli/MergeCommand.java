package io.vtmonitor.cli;

import io.vtmonitor.cli.input.FileList;
import io.vtmonitor.cli.input.ReportFiles;
import io.vtmonitor.cli.input.Reports;
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

/** {@code merge}: one report of many. */
@Command(
        name = "merge",
        description = "Adds reports up: the same as analysing all their recordings together.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:all was read",
            "1:something could not be read, and what could was used; or an output could not be written; or a condition"
                    + " can't be told, and the messages say why",
            "2:wrong usage",
            "3:a condition of --fail-on is met"
        })
final class MergeCommand implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Reports (.json), folders with reports in them or below, patterns in quotes; - is standard"
                    + " input. A file may hold several, one after the other.")
    private List<String> files = List.of();

    @ArgGroup(validate = false, heading = "How it is written:%n")
    private Output output = new Output();

    @ArgGroup(validate = false, heading = "What a build is held to:%n")
    private GateOptions gate = new GateOptions();

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description =
                    "Reports (.json) from before, folders or patterns in quotes, for the conditions new and grew.")
    private List<String> baseline = List.of();

    private final List<String> problems = new ArrayList<>();

    @Override
    public Integer call() {
        gate.check(spec, !baseline.isEmpty());
        output.checkMerged(spec, gate.asked());
        PrintWriter err = spec.commandLine().getErr();
        Report before = baseline.isEmpty() ? null : merged(baseline);
        Report report = merged(files);
        problems.forEach(problem -> err.println("vt-monitor: " + problem));
        if (report == null || (before == null && !baseline.isEmpty())) {
            return 1;
        }
        Difference difference = before == null ? null : Diff.between(List.of(before), List.of(report), Diff.NOISE);
        GateResult result = gate.judge(List.of(report), difference, err);
        int code = gate.exitCode(result, problems.isEmpty());
        try {
            output.write(report, result, spec.commandLine().getOut());
            return code;
        } catch (IOException e) {
            err.println("vt-monitor: can't write the report: " + e);
            return Math.max(1, code);
        }
    }

    /** One report of all; null where none could be read. */
    private @Nullable Report merged(List<String> arguments) {
        Merge merge = new Merge(Version.tool());
        List<String> named =
                arguments.stream().filter(file -> !file.equals(STANDARD_INPUT)).toList();
        FileList list = FileList.of(named, Reports.REPORTS);
        problems.addAll(list.problems());
        ReportFiles reports = new ReportFiles((file, report) -> merge.add(report), problems::add);
        int read = reports.read(list.files(), spec.commandLine().getErr());
        read += named.size() == arguments.size() ? 0 : reports.read(System.in, "");
        return read == 0 ? null : merge.report();
    }
}
