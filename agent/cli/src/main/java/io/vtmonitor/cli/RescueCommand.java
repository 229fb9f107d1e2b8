package io.vtmonitor.cli;

import io.vtmonitor.agent.AgentState;
import io.vtmonitor.cli.jvm.AgentAnswer;
import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.jvm.TargetJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rescue}: adds carriers to a JVM in which no virtual thread makes progress. */
@Command(
        name = "rescue",
        header = "Frees a JVM whose virtual threads make no progress for lack of carriers.",
        description = {
            "It helps if every carrier is held by a virtual thread that waits for another one, which has no carrier.",
            "Shows who holds what, asks for confirmation, adds carriers until the holders make "
                    + "progress, and removes the added carriers. If the JVM is only busy, or if more carriers "
                    + "cannot help, it changes nothing and says why.",
            "Without PID, picks the only JVM of Java 21 or later."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the virtual threads make progress again",
            "1:nothing was changed, or it did not help",
            "2:wrong usage"
        })
final class RescueCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The JVM.")
    private @Nullable String named;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask for confirmation.")
    private boolean yes;

    @Override
    public Integer call() throws AttachRefusedException {
        PrintWriter err = spec.commandLine().getErr();
        try (TargetJvm jvm = TargetJvm.attach(AttachCommand.pid(named), err)) {
            AgentAnswer seen = answer("rescue look", jvm);
            printAnswer(seen, err);
            if (!seen.is(AgentState.Word.STANDS_STILL)) {
                err.println(
                        "vt-monitor: what its virtual threads wait for: java -jar vt-monitor.jar watch " + jvm.pid());
                return 1;
            }
            if (!yes && !isWanted(err)) {
                err.println("vt-monitor: nothing was done.");
                return 1;
            }
            return free(jvm, err);
        }
    }

    private static int free(TargetJvm jvm, PrintWriter err) throws AttachRefusedException {
        try {
            AgentAnswer done = answer("rescue free", jvm);
            printAnswer(done, err);
            return done.is(AgentState.Word.FREED) ? 0 : 1;
        } catch (AttachRefusedException e) {
            if (!jvm.hasEnded()) {
                throw e;
            }
            err.println(
                    "vt-monitor: process " + jvm.pid() + " ended after carriers were added. It may have made progress"
                            + " and finished: its own output shows that.");
            return 1;
        }
    }

    private static AgentAnswer answer(String argument, TargetJvm jvm) throws AttachRefusedException {
        AgentAnswer answer = AgentAnswer.toRescue(argument, jvm);
        if (answer == null) {
            throw new AttachRefusedException("process " + jvm.pid() + " did not report the result; see its standard"
                    + " error. An agent of an older release can't rescue");
        }
        return answer;
    }

    private static void printAnswer(AgentAnswer answer, PrintWriter err) {
        answer.sentence().lines().forEach(line -> err.println("vt-monitor: " + line));
    }

    private static boolean isWanted(PrintWriter err) {
        err.print("Add carriers until the JVM makes progress? [y/N] ");
        err.flush();
        try {
            String line = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
            return line != null && line.strip().toLowerCase(Locale.ROOT).startsWith("y");
        } catch (IOException ignored) {
            return false;
        }
    }
}
