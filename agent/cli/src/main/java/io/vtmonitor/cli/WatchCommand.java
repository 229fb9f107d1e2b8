package io.vtmonitor.cli;

import io.vtmonitor.cli.input.LengthConverter;
import io.vtmonitor.cli.jvm.AgentAnswer;
import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.jvm.TargetJvm;
import io.vtmonitor.cli.output.Interruption;
import io.vtmonitor.common.Durations;
import io.vtmonitor.common.FailureText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

/** {@code watch}: the agent in a running JVM for a while, its lines in this terminal. */
@Command(
        name = "watch",
        description = {
            "Watches a running JVM and prints what the agent finds in this terminal: sites that hold "
                    + "carriers, stalls, what virtual threads wait for, and a summary at the end.",
            "Attaches the agent, and detaches it at the end or on Ctrl-C. Without PID, picks the only"
                    + " JVM of Java 21 or later. Accepts the agent's options (docs/options.md), such as "
                    + "log.from=0%% to print a line for every site."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:watched for the whole duration, or until Ctrl-C (SIGTERM)",
            "1:the JVM could not be watched, was being watched already, or ended early, or a requested file is"
                    + " missing",
            "2:wrong usage"
        })
final class WatchCommand implements Callable<Integer> {
    /** A deadlock is told after two looks. What they may cost stays the same. */
    private static final String OFTEN = "1s";

    private static final Duration PAUSE = Duration.ofMillis(200);

    /** Of lines read at once. */
    private static final int MOST_BYTES = 1 << 20;

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
    private List<String> words = List.of();

    private long printed;

    @Override
    public Integer call() throws AttachRefusedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        boolean named = !words.isEmpty() && words.get(0).indexOf('=') < 0;
        List<String> options = words.subList(named ? 1 : 0, words.size());
        if (options.stream().anyMatch(option -> option.startsWith("log="))) {
            throw new ParameterException(spec.commandLine(), "watch prints the lines in this terminal: omit log=.");
        }
        AttachCommand.argument(spec, options); // a mistake in them is reported before anything is touched
        Path lines = null;
        try (TargetJvm jvm = TargetJvm.attach(AttachCommand.pid(named ? words.get(0) : null))) {
            lines = linesOf(jvm.pid());
            List<String> all = new ArrayList<>(options);
            if (options.stream().noneMatch(option -> option.startsWith("waits="))) {
                all.add("waits=" + OFTEN); // somebody is looking
            }
            all.add("log=" + lines);
            return watch(jvm, AttachCommand.argument(spec, all), lines, out, err);
        } catch (IOException e) {
            err.println("vt-monitor: can't read the agent's lines: " + FailureText.of(e));
            return 1;
        } finally {
            delete(lines);
        }
    }

    private int watch(TargetJvm jvm, String argument, Path lines, PrintWriter out, PrintWriter err)
            throws AttachRefusedException, IOException {
        try (Interruption interruption = new Interruption()) {
            AgentAnswer watching = AttachCommand.attach(jvm, argument, err);
            if (watching == null) {
                return interruption.through(1);
            }
            err.println("vt-monitor: the watch ends "
                    + (length == null ? "" : "after " + Durations.text(length.toNanos()) + ", or ")
                    + "on Ctrl-C.");
            err.flush();
            long begin = System.nanoTime();
            boolean runs = true;
            do {
                print(lines, out);
                runs = ProcessHandle.of(jvm.pid()).map(ProcessHandle::isAlive).orElse(false);
            } while (runs
                    && (length == null || System.nanoTime() - begin < length.toNanos())
                    && !interruption.await(PAUSE));
            if (!runs) {
                print(lines, out);
                err.println("vt-monitor: process " + jvm.pid() + " has ended.");
                return interruption.through(1);
            }
            AgentAnswer answer = AgentAnswer.to("detach", jvm, watching);
            print(lines, out);
            if (answer == null || !answer.hasEnded()) {
                throw new AttachRefusedException("process " + jvm.pid()
                        + " did not confirm that the watch ended; 'detach " + jvm.pid() + "' tries again");
            }
            if (answer.isWithoutFiles()) {
                err.println("vt-monitor: not every requested file (report=, recording=) was written; a line above has"
                        + " the reason.");
            }
            out.flush();
            err.flush();
            return interruption.through(answer.isWithoutFiles() ? 1 : 0);
        }
    }

    /** A file of this user's that the other process may write: as root, that can be another user's. */
    private static Path linesOf(long pid) throws IOException {
        Path file = Files.createTempFile("vt-monitor-watch", ".log");
        Path process = Path.of("/proc", String.valueOf(pid));
        if (Files.isDirectory(process) && !Files.getOwner(process).equals(Files.getOwner(file))) {
            Files.setOwner(file, Files.getOwner(process));
        }
        return file;
    }

    /** Prints the whole lines that have come since. */
    private void print(Path lines, PrintWriter out) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(lines.toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.min(MOST_BYTES, Math.max(0, file.length() - printed))];
            file.seek(printed);
            file.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            printed += whole.getBytes(StandardCharsets.UTF_8).length;
            out.print(whole);
            out.flush();
        }
    }

    private static void delete(@Nullable Path lines) {
        try {
            if (lines != null) {
                Files.deleteIfExists(lines);
            }
        } catch (IOException ignored) {
            // It lies in the folder for temporary files.
        }
    }
}
