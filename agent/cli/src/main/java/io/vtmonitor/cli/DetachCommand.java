package io.vtmonitor.cli;

import io.vtmonitor.agent.AgentState;
import io.vtmonitor.cli.jvm.AgentAnswer;
import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.jvm.TargetJvm;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code detach}: ends the watch of a running JVM. */
@Command(
        name = "detach",
        header = "Stops watching a running JVM, however the watch was started.",
        description = {
            "Writes the requested report and recording, and removes threads, recording, port, and shutdown hook.",
            "Without PID, picks the only JVM of Java 21 or later."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the JVM is no longer being watched, and the requested files are written",
            "1:a requested file is missing, the watch could not be stopped, or there was none",
            "2:wrong usage"
        })
final class DetachCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The JVM.")
    private @Nullable String named;

    @Override
    public Integer call() throws AttachRefusedException {
        PrintWriter err = spec.commandLine().getErr();
        try (TargetJvm jvm = TargetJvm.attach(AttachCommand.pid(named), err)) {
            AgentAnswer before = AgentAnswer.of(jvm);
            if (!before.is(AgentState.Word.WATCHING)) {
                throw new AttachRefusedException("process " + jvm.pid() + " is not being watched; nothing has changed");
            }
            AgentAnswer answer = AgentAnswer.to("detach", jvm, before);
            if (answer == null || !answer.hasEnded()) {
                throw new AttachRefusedException(
                        "process " + jvm.pid() + " did not confirm that the watch ended; see its standard error");
            }
            err.println(
                    "vt-monitor: process " + jvm.pid() + " is no longer being watched: no thread, recording, port, or"
                            + " shutdown hook of the watch remains in it.");
            err.println("vt-monitor: until the JVM ends, the agent's classes, Flight Recorder, and what unpin rewrote"
                    + " remain: docs/quick-start.md.");
            if (answer.isWithoutFiles()) {
                err.println("vt-monitor: not every requested file (report=, recording=) was written; the standard error"
                        + " of process " + jvm.pid() + " has the reason.");
                return 1;
            }
            return 0;
        }
    }
}
