package io.vtmonitor.cli;

import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.output.Usage;
import io.vtmonitor.common.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The commands of {@code java -jar vt-monitor.jar}. Exit codes: 0 success, 1 failure, 2 wrong usage, 3 a condition of
 * {@code --fail-on} is met.
 */
@Command(
        name = "vt-monitor",
        header = "Shows who holds what virtual threads wait for: the carrier, the lock, the connection, the processor.",
        description = "To watch an application from its start: java -javaagent:vt-monitor.jar. To watch a running JVM:"
                + " watch PID or attach PID.",
        mixinStandardHelpOptions = true,
        versionProvider = Commands.JarVersion.class,
        subcommands = {
            DemoCommand.class,
            AnalyzeCommand.class,
            DiffCommand.class,
            ScanCommand.class,
            MergeCommand.class,
            RecordCommand.class,
            JfcCommand.class,
            ListCommand.class,
            WatchCommand.class,
            AttachCommand.class,
            DetachCommand.class,
            RescueCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Commands implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    /** Parses a command line and runs it. */
    static int run(String[] arguments) {
        return line().execute(arguments);
    }

    /** All commands, to execute, parse, or describe them. */
    public static CommandLine line() {
        return new CommandLine(new Commands())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(parsed -> {
                    Usage.refuseEmpty(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setParameterExceptionHandler(Usage::tell)
                .setExecutionExceptionHandler(Commands::refused);
    }

    /** Handles the expected exception; any other one is a defect of ours. */
    private static int refused(Exception failed, CommandLine command, ParseResult parsed) throws Exception {
        if (failed instanceof AttachRefusedException refused) {
            command.getErr().println(refused.message());
            return command.getCommandSpec().exitCodeOnExecutionException();
        }
        throw failed;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
        spec.commandLine().getOut().flush();
    }

    /** Reads the version from the manifest. */
    static final class JarVersion implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {Version.tool()};
        }
    }
}
