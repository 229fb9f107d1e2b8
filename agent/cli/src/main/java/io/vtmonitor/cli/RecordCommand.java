package io.vtmonitor.cli;

import io.vtmonitor.cli.input.DurationConverter;
import io.vtmonitor.cli.input.LengthConverter;
import io.vtmonitor.cli.input.RecordingReport;
import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.jvm.JvmRecording;
import io.vtmonitor.cli.jvm.RunningJvms;
import io.vtmonitor.cli.jvm.TargetClassPath;
import io.vtmonitor.cli.jvm.TargetJvm;
import io.vtmonitor.cli.output.Interruption;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.pins.AnalysisSettings;
import io.vtmonitor.recording.SecretFreeRecording;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code record}: records a running JVM, and analyzes the recording. */
@Command(
        name = "record",
        header = "Records a running JVM with its own Flight Recorder, without an agent, and analyzes the recording.",
        description = {
            "Ctrl-C ends the recording early and keeps it. The class files that the analysis used are"
                    + " saved next to the recording as FILE.classes.jar, so that it can be analyzed on another "
                    + "machine. Options after -- go to analyze: record 4711 -d 60s -o app.jfr -- --top 3 --by "
                    + "library"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:recorded for the whole duration, or until Ctrl-C (SIGTERM), and analyzed",
            "1:recording failed, or the JVM ended early; what was recorded is kept",
            "2:wrong usage",
            "3:a --fail-on condition, given after --, was met"
        })
final class RecordCommand implements Callable<Integer> {
    /** The ending of the folder with thread dumps, after the name of the recording. */
    private static final String DUMPS = ".dumps";

    /** Bytes. A disk with less free space is full. */
    private static final long LITTLE_SPACE = 1 << 16;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "PID|NAME",
            description = "The process ID, or part of the name of the JVM's main class or jar.")
    private String named = "";

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "LENGTH",
            defaultValue = "60s",
            converter = LengthConverter.class,
            description = "Duration of the recording: " + LengthConverter.ACCEPTED + "; default ${DEFAULT-VALUE}.")
    private Duration length = Duration.ofSeconds(60);

    @Option(
            names = "--monitor-threshold",
            paramLabel = "LENGTH",
            converter = DurationConverter.class,
            description = DurationConverter.OF_MONITORS)
    private Duration monitorThreshold = AnalysisSettings.MONITOR_THRESHOLD;

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "Where to save the recording; default vt-monitor-PID.jfr. An existing file is not "
                    + "overwritten.")
    private @Nullable Path output;

    @Option(
            names = "--waits",
            description = "Also have the JVM write thread dumps at the start, every 10 s, and at the end. They show"
                    + " what virtual threads wait for. A dump of 10,000 threads takes the JVM 1 to 4 s. The "
                    + "dumps are saved in FILE.dumps.")
    private boolean waits;

    @Parameters(
            index = "1..*",
            paramLabel = "-- OPTIONS OF ANALYZE",
            hideParamSyntax = true,
            description = "Options that shape the analysis.")
    private List<String> analysis = List.of();

    private List<Path> dumped = List.of();

    @Override
    public Integer call() throws AttachRefusedException {
        PrintWriter err = spec.commandLine().getErr();
        CommandLine analyze = analyze();
        ParseResult parsed = check(analyze);
        if (parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()) {
            return analyze.execute(analysis.toArray(String[]::new)); // nothing is to be recorded
        }
        return record(pid(), parsed, err);
    }

    private int record(long pid, ParseResult parsed, PrintWriter err) throws AttachRefusedException {
        try (TargetJvm jvm = TargetJvm.attach(pid, err)) {
            Path file = (output == null ? Path.of("vt-monitor-" + jvm.pid() + ".jfr") : output).toAbsolutePath();
            if (Files.exists(file)) {
                throw new AttachRefusedException(
                        file + " already exists and was not changed. Choose another name with -o");
            }
            if (!isFree(dumps(file))) {
                throw new AttachRefusedException(dumps(file) + " is not empty, and was not changed. Thread dumps of a"
                        + " recording are saved there, so it must be missing or an empty folder. Nothing was recorded."
                        + " Choose another name with -o");
            }
            try (Interruption interruption = new Interruption()) {
                int code = recordAndAnalyze(jvm, file, parsed, interruption, err);
                spec.commandLine().getOut().flush();
                err.flush();
                return interruption.through(code);
            }
        }
    }

    private int recordAndAnalyze(
            TargetJvm jvm, Path file, ParseResult parsed, Interruption interruption, PrintWriter err) {
        try {
            boolean whole = record(jvm, file, interruption, err);
            int code = analyze(parsed, jvm, file, err);
            return whole ? code : 1;
        } catch (AttachRefusedException e) {
            err.println(e.message());
            return 1;
        }
    }

    private CommandLine analyze() {
        CommandLine parent = spec.commandLine().getParent();
        return Objects.requireNonNull(parent.getSubcommands().get("analyze"));
    }

    /** Checks all options before time is spent on recording. Returns the options for the analysis. */
    private ParseResult check(CommandLine analyze) {
        if (length.toSeconds() < 1) {
            throw new ParameterException(spec.commandLine(), "-d: a recording takes at least 1s");
        }
        try {
            List<String> arguments = new ArrayList<>(List.of("app.jfr"));
            arguments.addAll(analysis);
            ParseResult parsed = analyze.parseArgs(arguments.toArray(String[]::new));
            if (!parsed.isUsageHelpRequested() && !parsed.isVersionHelpRequested()) {
                analyze.<AnalyzeCommand>getCommand().check();
            }
            return parsed;
        } catch (ParameterException e) {
            throw new ParameterException(spec.commandLine(), "after --, for analyze: " + e.getMessage());
        }
    }

    private long pid() throws AttachRefusedException {
        RunningJvms.requireAttach();
        return named.matches("\\d{1,18}")
                ? Long.parseLong(named)
                : RunningJvms.now().pid(named);
    }

    /** Returns false if the JVM ended before. */
    private boolean record(TargetJvm jvm, Path file, Interruption interruption, PrintWriter err)
            throws AttachRefusedException {
        Path part = file.resolveSibling(
                "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            JvmRecording recording = JvmRecording.start(jvm, part, length, AnalysisSettings.asFile(monitorThreshold));
            err.println("vt-monitor: recording process " + jvm.pid() + " for " + length.toSeconds()
                    + " s; Ctrl-C ends it and keeps what was recorded."
                    + (waits ? "" : " It shows pins; --waits also shows what threads wait for, such as locks."));
            if (recording.stackDepth() < AnalysisSettings.STACK_DEPTH) {
                err.println("vt-monitor: its stacks are cut off at " + recording.stackDepth()
                        + " frames; holders further down are not seen. JFR was already in use in this JVM, and then its"
                        + " stack depth can't be changed. Start the JVM with " + AnalysisSettings.DEPTH_FLAG + ".");
            }
            WaitDumps dumps = waits ? WaitDumps.begin(jvm, dumps(file), err) : null;
            HeldCarrierDump held = waits ? null : HeldCarrierDump.begin(jvm);
            boolean whole = new Progress(err).await(length, jvm, interruption, dumps == null ? () -> {} : dumps::next);
            dumped = dumps != null ? dumps.end() : held != null ? held.end(dumps(file), err) : List.of();
            try {
                recording.stop();
            } catch (AttachRefusedException e) {
                whole = false;
                err.println(e.message());
            }
            keep(jvm, part, file);
            return whole;
        } finally {
            JvmRecording.delete(part);
        }
    }

    private static Path dumps(Path file) {
        return file.resolveSibling(file.getFileName() + DUMPS);
    }

    /** Whether nothing of an earlier recording is there. */
    private static boolean isFree(Path dumps) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(dumps)) {
            return !files.iterator().hasNext();
        } catch (IOException ignored) {
            return !Files.exists(dumps);
        }
    }

    private static void keep(TargetJvm jvm, Path part, Path file) throws AttachRefusedException {
        if (isMissing(part)) {
            throw new AttachRefusedException(
                    jvm.isAlive()
                            ? "process " + jvm.pid() + " reports that it wrote " + part
                                    + ", but this command can't see that file:"
                                    + " the process may be in a container. Run this command in the container"
                            : "process " + jvm.pid() + " ended without a recording: it was killed, or could not write");
        }
        try {
            SecretFreeRecording.make(part);
        } catch (IOException e) {
            throw new AttachRefusedException("the recording can't be read to its end, so secrets can't be removed from"
                    + " it; it was not kept: "
                    + (isFull(part) ? "the disk that holds " + part + " is full" : FailureText.of(e)));
        }
        move(part, file);
    }

    /** Another command may have written the file since this one began. */
    static void move(Path part, Path file) throws AttachRefusedException {
        Path other = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".jfr");
        boolean taken = false;
        try {
            try {
                Files.move(part, file);
            } catch (FileAlreadyExistsException ignored) {
                Files.move(part, other);
                taken = true;
            }
        } catch (IOException e) {
            throw new AttachRefusedException(
                    "the recording can't be moved to " + file + ", so it was not kept: " + FailureText.of(e));
        }
        if (taken) {
            throw new AttachRefusedException(file + " was written by something else during the recording, and was not"
                    + " changed. The recording was kept as " + other);
        }
    }

    /** Whether the disk is full, so that the end of the recording is missing. */
    private static boolean isFull(Path part) {
        Path folder = part.toAbsolutePath().getParent();
        return folder != null && folder.toFile().getUsableSpace() < LITTLE_SPACE;
    }

    private static boolean isMissing(Path part) {
        try {
            return Files.size(part) == 0;
        } catch (IOException ignored) {
            return true;
        }
    }

    private int analyze(ParseResult parsed, TargetJvm jvm, Path file, PrintWriter err) {
        String classPath = TargetClassPath.of(jvm);
        Path classes = file.resolveSibling(file.getFileName() + RecordingReport.RECORDED_CLASSES);
        err.println("vt-monitor: the recording is " + file
                + ". The application's classes that the analysis needs are next to it in "
                + classes.getFileName() + ". To analyze it again, here or elsewhere:");
        err.println("  analyze " + file.getFileName()
                + (!dumped.isEmpty() ? " " + dumps(file).getFileName() : "") + " --classpath " + classes.getFileName());
        err.flush();
        List<String> arguments = arguments(parsed, file, classes, classPath);
        dumped.forEach(dump -> arguments.add(dump.toString()));
        arguments.addAll(withoutClassPath(analysis));
        return analyze().execute(arguments.toArray(String[]::new));
    }

    private static List<String> withoutClassPath(List<String> analysis) {
        List<String> others = new ArrayList<>();
        for (int i = 0; i < analysis.size(); i++) {
            String argument = analysis.get(i);
            if (argument.equals("--classpath")) {
                i++;
            } else if (!argument.startsWith("--classpath=")) {
                others.add(argument);
            }
        }
        return others;
    }

    /**
     * Arguments for the analysis: the recording, a file to keep classes unless the user has set one, and the class
     * path. The user's class path, in either form of the option, comes before that of the JVM.
     */
    static List<String> arguments(ParseResult parsed, Path file, Path classes, String classPath) {
        List<String> arguments = new ArrayList<>(List.of(file.toString()));
        if (!parsed.hasMatchedOption("--keep-classes")) {
            arguments.addAll(List.of("--keep-classes", classes.toString()));
        }
        String given = parsed.matchedOptionValue("--classpath", "");
        arguments.addAll(List.of("--classpath", given.isEmpty() ? classPath : given + File.pathSeparator + classPath));
        return arguments;
    }
}
