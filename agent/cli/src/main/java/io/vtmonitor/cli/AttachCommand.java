package io.vtmonitor.cli;

import io.vtmonitor.agent.AgentState;
import io.vtmonitor.agent.AttachOptions;
import io.vtmonitor.cli.jvm.AgentAnswer;
import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.jvm.RunningJvms;
import io.vtmonitor.cli.jvm.TargetJvm;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attach}: starts the agent in a running JVM. */
@Command(
        name = "attach",
        header = "Starts watching a running JVM.",
        description = {
            "Use detach to stop.",
            "Without PID, picks the only JVM of Java 21 or later. Accepts the agent's options "
                    + "(docs/options.md), such as port=9464. File names are relative to the current folder."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the JVM is being watched, as requested",
            "1:the JVM could not be watched, was being watched already, or is being watched, but not"
                    + " everything that was requested is in effect",
            "2:wrong usage"
        })
final class AttachCommand implements Callable<Integer> {
    private static final String SILENCING = "-XX:+EnableDynamicAgentLoading";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(paramLabel = "[PID|NAME] key=value", description = "The JVM, followed by options of the agent.")
    private List<String> arguments = List.of();

    @Override
    public Integer call() throws AttachRefusedException {
        PrintWriter err = spec.commandLine().getErr();
        boolean named = !arguments.isEmpty() && arguments.get(0).indexOf('=') < 0;
        String argument = argument(spec, arguments.subList(named ? 1 : 0, arguments.size()));
        try (TargetJvm jvm = TargetJvm.attach(pid(named ? arguments.get(0) : null), err)) {
            AgentAnswer answer = attach(jvm, argument, err);
            if (answer == null) {
                return 1;
            }
            err.println("vt-monitor: pins that began before now are not reported. The agent writes its lines to the"
                    + " process's standard error, or to log=FILE. 'detach " + jvm.pid() + "' stops it.");
            return answer.refused().isEmpty() ? 0 : 1;
        }
    }

    /** The agent's argument. A mistake in the options is reported as wrong usage. */
    static String argument(CommandSpec command, List<String> pairs) {
        try {
            return AttachOptions.of(pairs);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage());
        }
    }

    static long pid(@Nullable String named) throws AttachRefusedException {
        RunningJvms.requireAttach();
        if (named != null && named.matches("\\d{1,18}")) {
            return Long.parseLong(named);
        }
        RunningJvms jvms = RunningJvms.now();
        return named == null ? jvms.onlyCandidate() : jvms.pid(named);
    }

    /** Starts the agent in the JVM; null if it does not watch, after the reason was printed. */
    private static @Nullable AgentAnswer attach(TargetJvm jvm, String argument, PrintWriter err)
            throws AttachRefusedException {
        return attach(jvm, argument, err, false);
    }

    /** The same for a command that shows the lines of the agent's log: what these say is not printed twice. */
    static @Nullable AgentAnswer attachQuietly(TargetJvm jvm, String argument, PrintWriter err)
            throws AttachRefusedException {
        return attach(jvm, argument, err, true);
    }

    private static @Nullable AgentAnswer attach(TargetJvm jvm, String argument, PrintWriter err, boolean quietly)
            throws AttachRefusedException {
        AgentAnswer before = AgentAnswer.of(jvm);
        if (before.is(AgentState.Word.WATCHING)) {
            err.println("vt-monitor: process " + jvm.pid() + " is already being watched (" + before.sentence()
                    + "); nothing has changed. To watch it with other options, detach first.");
            return null;
        }
        if (!jvm.agentProperty("sun.jvm.args").contains(SILENCING)) {
            err.println("vt-monitor: process " + jvm.pid() + " may print a warning about this agent (JEP 451). To avoid"
                    + " it, start the JVM with " + SILENCING + ".");
        }
        AgentAnswer answer = AgentAnswer.to(argument, jvm, before);
        if (answer == null) {
            throw new AttachRefusedException(
                    "process " + jvm.pid() + " did not report the result; see its standard error");
        }
        boolean watches = answer.is(AgentState.Word.WATCHING);
        if (!quietly || !watches) {
            err.println("vt-monitor: process " + jvm.pid() + ": " + answer.sentence());
        }
        answer.refused()
                .forEach(line ->
                        err.println("vt-monitor: process " + jvm.pid() + " is being watched; not in effect: " + line));
        return watches ? answer : null;
    }
}
