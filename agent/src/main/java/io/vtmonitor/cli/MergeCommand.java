package io.vtmonitor.cli;

import io.vtmonitor.analysis.Merge;
import io.vtmonitor.boot.Version;
import io.vtmonitor.model.GateResult;
import io.vtmonitor.model.Report;
import io.vtmonitor.sink.JsonReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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
            "1:something could not be read; what could was used",
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

    private final List<String> problems = new ArrayList<>();

    @Override
    public Integer call() {
        gate.check(spec, false);
        output.check(spec, gate.asked());
        PrintWriter err = spec.commandLine().getErr();
        Merge merge = new Merge(Version.tool());
        int read = merge(merge);
        problems.forEach(problem -> err.println("vt-monitor: " + problem));
        if (read == 0) {
            return 1;
        }
        Report report = merge.report();
        GateResult result = gate.judge(List.of(report), null, err);
        int code = gate.exitCode(result, problems.isEmpty());
        try {
            output.write(report, result, spec.commandLine().getOut());
            return code;
        } catch (IOException failed) {
            err.println("vt-monitor: can't write the report: " + failed);
            return Math.max(1, code);
        }
    }

    /** Returns how many reports there were. */
    private int merge(Merge merge) {
        List<String> named =
                files.stream().filter(file -> !file.equals(STANDARD_INPUT)).toList();
        FileList list = FileList.of(named, List.of(".json"));
        problems.addAll(list.problems());
        FileProgress progress =
                new FileProgress(spec.commandLine().getErr(), list.files().size());
        HeapUse heap = new HeapUse();
        int read = 0;
        for (Path file : list.files()) {
            try (InputStream in = Files.newInputStream(file)) {
                read += merge(in, file.toString(), merge);
            } catch (IOException unreadable) {
                problems.add("can't read " + file + ": " + reason(unreadable) + ". It is left out.");
            }
            progress.oneMore();
            heap.bound();
        }
        progress.end();
        return named.size() == files.size() ? read : read + merge(System.in, "", merge);
    }

    private int merge(InputStream in, String name, Merge merge) {
        int[] read = new int[1];
        try {
            JsonReport.read(in, report -> {
                merge.add(report.readFrom(name));
                read[0]++;
            });
        } catch (IOException bad) {
            problems.add((name.isEmpty() ? "standard input" : name) + ": " + reason(bad)
                    + (read[0] == 0 ? ". It is left out." : ". The " + read[0] + " reports before that were used."));
        }
        return read[0];
    }

    private static String reason(IOException failed) {
        boolean missing = failed instanceof NoSuchFileException;
        String message = failed.getMessage();
        return missing
                ? "there is no such file"
                : message == null ? failed.getClass().getSimpleName() : message;
    }
}
