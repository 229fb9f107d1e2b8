package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.holders.SourceLineResolver;
import io.vtmonitor.log.FirstLogger;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.text.RescueText;
import io.vtmonitor.report.text.StallText;
import io.vtmonitor.scheduler.StandstillRescue;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;

/** The command {@code rescue}, in the JVM that it tries to free. Works without a watch, and does not affect one. */
public final class Rescuing {
    private static final Logger LOG = FirstLogger.of(Rescuing.class);

    /** For how long no virtual thread must make progress, so that it counts as a standstill. */
    private static final Duration STANDSTILL = Duration.ofSeconds(3);

    /**
     * The same for the second check, just before carriers are added. In between, the user has read the result of the
     * first.
     */
    private static final Duration STANDSTILL_AGAIN = Duration.ofSeconds(1);

    private static final String FREE = "rescue free";

    private Rescuing() {}

    /**
     * {@code VtMonitor} calls this by name, on a separate thread. The answer is in the agent properties.
     *
     * @param argument {@code rescue look} or {@code rescue free}
     */
    public static synchronized void run(String argument, Instrumentation instrumentation) {
        try {
            StandstillRescue rescue = open(instrumentation);
            if (argument.equals(FREE)) {
                free(rescue, instrumentation);
            } else {
                look(rescue, instrumentation);
            }
        } catch (Throwable e) {
            AgentState.tellRescue(
                    AgentState.Word.LEFT,
                    List.of("Nothing was changed: the JVM could not be examined: " + e),
                    instrumentation);
        }
    }

    private static StandstillRescue open(Instrumentation instrumentation) throws ReflectiveOperationException {
        LoadedClassBytes classes = new LoadedClassBytes(instrumentation);
        return StandstillRescue.open(
                instrumentation,
                JvmInfo.current(Duration.ZERO, Duration.ZERO).monitorsPin(),
                Diagnosers.of(new KnowledgeBase(), classes),
                new SourceLineResolver(classes),
                () -> ClassFileProofs.of(classes));
    }

    private static void look(StandstillRescue rescue, Instrumentation instrumentation) throws Exception {
        StandstillRescue.Look look = rescue.look(STANDSTILL);
        List<String> lines = new ArrayList<>();
        if (look.stall() != null) {
            lines.addAll(StallText.lines(look.stall()));
        }
        lines.add(
                look.refusal() != null
                        ? "Nothing was changed. " + RescueText.reason(look.refusal())
                        : "More carriers may free it; " + look.most() + " can be added.");
        AgentState.tellRescue(
                look.refusal() == null ? AgentState.Word.STANDS_STILL : AgentState.Word.LEFT, lines, instrumentation);
    }

    private static void free(StandstillRescue rescue, Instrumentation instrumentation) throws Exception {
        RescueOutcome outcome = rescue.free(STANDSTILL_AGAIN);
        LOG.warn("{}", RescueText.line(outcome));
        List<String> lines = new ArrayList<>(List.of(RescueText.line(outcome)));
        boolean freed = outcome.result() == RescueOutcome.Result.FREED;
        StandstillRescue.Look after = freed ? rescue.look(STANDSTILL_AGAIN) : null;
        if (after != null && after.stall() != null) {
            freed = false;
            lines.add("The JVM stands still again:");
            lines.addAll(StallText.lines(after.stall()));
        }
        AgentState.tellRescue(freed ? AgentState.Word.FREED : AgentState.Word.LEFT, lines, instrumentation);
    }
}
