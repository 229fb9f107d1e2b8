package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.cli.input.ClassPathOptions;
import io.vtmonitor.cli.input.PinFilterOptions;
import io.vtmonitor.cli.input.RecordingReport;
import io.vtmonitor.cli.input.Reports;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.diff.Diff;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code analyze}: creates the report from recordings. */
@Command(
        name = "analyze",
        header = "Analyzes recordings, thread dumps, and heap dumps: who holds what, what it costs, and how to fix it.",
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
final class AnalyzeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Recordings (.jfr), thread dumps, heap dumps (.hprof), folders that contain them, or quoted"
                    + " patterns ('logs/**/*.jfr').")
    private List<String> files = List.of();

    @Mixin
    private ClassPathOptions lookup = new ClassPathOptions();

    @ArgGroup(validate = false, heading = "Which pins count:%n")
    private PinFilterOptions selection = new PinFilterOptions();

    @ArgGroup(validate = false, heading = "Output:%n")
    private Output output = new Output();

    @ArgGroup(validate = false, heading = "Build gate:%n")
    private GateOptions gate = new GateOptions();

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "Earlier recordings or JSON reports, folders, or quoted patterns to compare with; "
                    + "required by the conditions new and grew.")
    private List<String> baseline = List.of();

    @Override
    public Integer call() {
        return run(spec.commandLine().getOut(), spec.commandLine().getErr());
    }

    /**
     * The command for {@code analyze FILE...}, created without picocli, which takes longer to start than a small
     * recording takes to read.
     *
     * @param arguments the whole command line
     * @return null if there is anything but files, for which picocli is needed
     */
    static @Nullable AnalyzeCommand ofFiles(String[] arguments) {
        if (arguments.length < 2 || !arguments[0].equals("analyze")) {
            return null;
        }
        AnalyzeCommand command = new AnalyzeCommand();
        command.files = List.of(arguments).subList(1, arguments.length);
        for (String file : command.files) {
            boolean mayBeAnOption = file.isEmpty() || (file.charAt(0) == '-' && file.length() > 1);
            if (mayBeAnOption || file.charAt(0) == '@' || file.indexOf('"') >= 0) {
                return null;
            }
        }
        return command;
    }

    /** Refuses options that exclude each other, before anything is read. */
    void check() {
        selection.check(spec);
        gate.check(spec, !baseline.isEmpty(), Diff.NOISE);
        output.check(spec, gate.isRequested());
        output.keepInputs(spec, files, Reports::files);
        output.keepInputs(spec, baseline, Reports::files);
        gate.keepInputs(spec, output);
        lookup.keepInputs(spec, output);
        lookup.check(spec, files);
    }

    /**
     * Runs the analysis.
     *
     * @return the exit code
     */
    int run(PrintWriter out, PrintWriter err) {
        check();
        KnowledgeBase knowledge = lookup.knowledge(spec);
        try (ClassPathBytes bytes = lookup.classes(spec);
                Reports recordings = new Reports(bytes, knowledge, selection, err)) {
            Report report = output.isPerFile()
                    ? recordings.recordings(files, one -> writeOne(one, out))
                    : recordings.recordings(files);
            Difference difference = baseline.isEmpty() ? null : since(recordings, report);
            String found = recordings.classesFound();
            if (found != null) {
                err.println("vt-monitor: " + found);
            }
            for (String problem : recordings.problems()) {
                err.println("vt-monitor: " + problem);
            }
            if (report.jvms().isEmpty()) {
                return output.unread(
                        "nothing could be read, so there is no report; analyze reads recordings (.jfr), thread dumps,"
                                + " and heap dumps (.hprof)",
                        gate,
                        out,
                        err);
            }
            if (difference != null && difference.before().jvms() == 0) {
                return output.unread(
                        "nothing could be read of --baseline, so there is nothing to compare", gate, out, err);
            }
            boolean kept = lookup.keep(bytes, err);
            GateResult result = gate.judge(List.of(report), difference, recordings.problems(), err);
            int code = gate.exitCode(result, kept && recordings.problems().isEmpty());
            return written(report, result, out, err) ? code : Math.max(1, code);
        } catch (CancellationException ignored) {
            return 0;
        } catch (UncheckedIOException e) {
            err.println("vt-monitor: can't write the report: " + FailureText.of(e));
            return 1;
        }
    }

    /**
     * Writes the report of a file. If nobody reads the output any longer, further files are read only for conditions.
     */
    private void writeOne(RecordingReport one, PrintWriter out) {
        if (!output.write(one, out) && !gate.isRequested()) {
            throw new CancellationException(
                    "who reads standard output has seen enough, and nothing else was asked for");
        }
    }

    private Difference since(Reports recordings, Report report) {
        return Diff.between(List.of(recordings.report(baseline)), List.of(report), Diff.NOISE);
    }

    private boolean written(Report report, GateResult result, PrintWriter out, PrintWriter err) {
        try {
            output.write(report, result, out);
            return true;
        } catch (IOException e) {
            err.println("vt-monitor: can't write the report: " + FailureText.of(e));
            return false;
        }
    }
}
