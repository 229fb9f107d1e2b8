package io.vtmonitor.cli;

import io.vtmonitor.cli.input.LengthConverter;
import io.vtmonitor.cli.jvm.AgentAnswer;
import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.jvm.TargetJvm;
import io.vtmonitor.cli.output.Interruption;
import io.vtmonitor.cli.output.Terminal;
import io.vtmonitor.cli.output.WaitNotice;
import io.vtmonitor.common.Durations;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.recording.TemporaryFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code watch}: runs the agent in a JVM for some time, and prints its lines in this terminal. */
@Command(
        name = "watch",
        header = "Watches a running JVM and prints what the agent finds in this terminal.",
        description = {
            "Prints sites that hold carriers, stalls, what virtual threads wait for, and a summary at the end."
                    + " A deadlock is reported after about 3 seconds, other verdicts later. If the JVM stands"
                    + " still for lack of carriers, rescue may free it.",
            "Attaches the agent, and detaches it at the end or on Ctrl-C. Without PID, picks the only"
                    + " JVM of Java 21 or later. Accepts the agent's options (docs/options.md), such as "
                    + "log.from=0%% to print a line for every site."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:watched for the whole duration, until Ctrl-C (SIGTERM), or until nobody reads the output",
            "1:the JVM could not be watched, was being watched already, or ended early, or a requested file is"
                    + " missing",
            "2:wrong usage"
        })
final class WatchCommand implements Callable<Integer> {
    /**
     * More often than the default, because a deadlock is reported after two looks. The limit on their cost is the same.
     */
    private static final String OFTEN = "1s";

    private static final Duration PAUSE = Duration.ofMillis(100);

    /**
     * Shorter than the default. With half a second before it, and the time to read the carriers, an answer takes three
     * seconds.
     */
    private static final String SOON = "2s";

    private static final DateTimeFormatter TIME_OF_DAY = DateTimeFormatter.ofPattern("HH:mm:ss");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "LENGTH",
            converter = LengthConverter.class,
            description = "Duration of the watch: " + LengthConverter.ACCEPTED + "; default: until Ctrl-C.")
    private @Nullable Duration length;

    @Parameters(paramLabel = "[PID|NAME] key=value", description = "The JVM, and options of the agent.")
    private List<String> arguments = List.of();

    @Override
    public Integer call() throws AttachRefusedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        boolean named = !arguments.isEmpty() && arguments.get(0).indexOf('=') < 0;
        List<String> options = arguments.subList(named ? 1 : 0, arguments.size());
        if (isGiven(options, "log=") || isGiven(options, "log.format=")) {
            throw new ParameterException(
                    spec.commandLine(), "watch prints the lines in this terminal: omit log= and log.format=.");
        }
        AttachCommand.argument(spec, options); // reports mistakes before anything is done
        Path lines = null;
        try (TargetJvm jvm = TargetJvm.attach(AttachCommand.pid(named ? arguments.get(0) : null), err)) {
            lines = linesOf(jvm.pid());
            List<String> all = new ArrayList<>(options);
            if (!isGiven(options, "waits=")) {
                all.add("waits=" + OFTEN);
            }
            if (!isGiven(options, "stall=")) {
                all.add("stall=" + SOON);
            }
            all.add("log.format=terminal");
            all.add("log=" + lines);
            return watch(
                    jvm, AttachCommand.argument(spec, all), new WatchedLines(lines, out, Terminal.style()), out, err);
        } catch (IOException e) {
            err.println("vt-monitor: can't show the agent's lines: " + FailureText.of(e));
            return 1;
        } finally {
            TemporaryFiles.delete(lines);
        }
    }

    private static boolean isGiven(List<String> options, String key) {
        return options.stream().anyMatch(option -> option.startsWith(key));
    }

    private int watch(TargetJvm jvm, String argument, WatchedLines lines, PrintWriter out, PrintWriter err)
            throws AttachRefusedException, IOException {
        try (Interruption interruption = new Interruption()) {
            err.println("Attaching to process " + jvm.pid() + "; the first answer takes about 3 s.");
            err.flush();
            AgentAnswer watching = AttachCommand.attachQuietly(jvm, argument, err);
            if (watching == null) {
                return interruption.through(1);
            }
            err.println("Watching process " + jvm.pid() + " until "
                    + (length == null
                            ? "Ctrl-C."
                            : TIME_OF_DAY.format(LocalTime.now(ZoneId.systemDefault())
                                            .plus(length))
                                    + " (" + Durations.text(length.toNanos()) + "), or Ctrl-C."));
            err.flush();
            WaitNotice silence = new WaitNotice(err, lines.unseen(jvm.pid()));
            long begin = System.nanoTime();
            boolean runs = true;
            boolean isRead;
            do {
                isRead = lines.printNew();
                if (lines.haveCome()) {
                    silence.close();
                }
                runs = ProcessHandle.of(jvm.pid()).map(ProcessHandle::isAlive).orElse(false);
            } while (runs
                    && isRead
                    && (length == null || System.nanoTime() - begin < length.toNanos())
                    && !interruption.await(PAUSE));
            silence.close();
            if (!runs) {
                lines.print();
                err.println("vt-monitor: process " + jvm.pid() + " has ended.");
                return interruption.through(1);
            }
            AgentAnswer answer = AgentAnswer.to("detach", jvm, watching);
            lines.print();
            if (answer == null || !answer.hasEnded()) {
                throw new AttachRefusedException("process " + jvm.pid()
                        + " did not confirm that the watch ended; 'detach " + jvm.pid() + "' tries again");
            }
            if (answer.isWithoutFiles()) {
                err.println("vt-monitor: not every requested file (report=, recording=) was written; a line above has"
                        + " the reason.");
            }
            Terminal.flush(out);
            err.flush();
            return interruption.through(answer.isWithoutFiles() ? 1 : 0);
        }
    }

    /** A file that only this user and the other process can use: if we are root, the process may be another user's. */
    private static Path linesOf(long pid) throws IOException {
        Path file = TemporaryFiles.file("vt-monitor-watch", ".log");
        Path process = Path.of("/proc", String.valueOf(pid));
        if (Files.isDirectory(process) && !Files.getOwner(process).equals(Files.getOwner(file))) {
            Files.setOwner(file, Files.getOwner(process));
        }
        return file;
    }
}
