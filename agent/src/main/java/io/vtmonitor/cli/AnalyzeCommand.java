package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.analysis.Diff;
import io.vtmonitor.culprit.ClassPathBytes;
import io.vtmonitor.model.Difference;
import io.vtmonitor.model.GateResult;
import io.vtmonitor.model.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code analyze}: the report from recordings. */
@Command(
        name = "analyze",
        description = "Says from a recording who pinned carriers, by what, and what to do.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:all was read",
            "1:something could not be read; what could was used",
            "2:wrong usage",
            "3:a condition of --fail-on is met"
        })
final class AnalyzeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Recordings (.jfr), folders with recordings in them or below, or patterns in quotes"
                    + " ('logs/**/*.jfr').")
    private List<String> files = List.of();

    @Mixin
    private Lookup lookup = new Lookup();

    @ArgGroup(validate = false, heading = "What is counted:%n")
    private Selection selection = new Selection();

    @ArgGroup(validate = false, heading = "How it is written:%n")
    private Output output = new Output();

    @ArgGroup(validate = false, heading = "What a build is held to:%n")
    private GateOptions gate = new GateOptions();

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "Recordings or JSON reports from before, for the conditions new and grew.")
    private List<Path> baseline = List.of();

    @Override
    public Integer call() {
        gate.check(spec, !baseline.isEmpty());
        output.check(spec, gate.asked());
        PrintWriter err = spec.commandLine().getErr();
        KnowledgeBase knowledge = lookup.knowledge(spec);
        try (ClassPathBytes bytes = lookup.classes(spec)) {
            Reports recordings = new Reports(bytes, knowledge, selection, err);
            PrintWriter out = spec.commandLine().getOut();
            Report report = recordings.report(files, one -> output.write(one, out));
            Difference difference = baseline.isEmpty() ? null : since(recordings, report);
            recordings.problems().forEach(problem -> err.println("vt-monitor: " + problem));
            if (report.jvms().isEmpty()
                    || (difference != null && difference.before().jvms() == 0)) {
                return 1;
            }
            boolean kept = lookup.keep(bytes, err);
            GateResult result = gate.judge(List.of(report), difference, err);
            int code = gate.exitCode(result, kept && recordings.problems().isEmpty());
            return written(report, result, err) ? code : Math.max(1, code);
        } catch (UncheckedIOException failed) {
            err.println("vt-monitor: can't write the report: " + failed.getCause());
            return 1;
        }
    }

    private Difference since(Reports recordings, Report report) {
        return Diff.between(recordings.reports(baseline), List.of(report), DiffCommand.NOISE);
    }

    private boolean written(Report report, GateResult result, PrintWriter err) {
        try {
            output.write(report, result, spec.commandLine().getOut());
            return true;
        } catch (IOException failed) {
            err.println("vt-monitor: can't write the report: " + failed);
            return false;
        }
    }
}
