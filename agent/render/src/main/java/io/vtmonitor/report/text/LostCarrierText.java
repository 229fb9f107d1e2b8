package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.WaitFacts.AwaitedThing;
import io.vtmonitor.report.WaitFacts.LostCarrier;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitFacts.WaitingKeeper;
import io.vtmonitor.report.figures.HolderLine;
import java.util.List;
import java.util.stream.Collectors;

/** A carrier that a waiting thread does not release, in words. */
final class LostCarrierText {
    private LostCarrierText() {}

    static String evidence(LostCarrier lost) {
        WaitingKeeper keeper = lost.keeper();
        String held = keeper.holders().stream()
                .filter(holder -> holder.hold() != Hold.MONITOR_ENTER)
                .map(holder -> HolderText.where(holder) + " (" + HolderText.how(holder) + ")")
                .collect(Collectors.joining(", "));
        return VerdictText.thread(keeper.thread()) + " keeps its carrier, one of " + lost.carriers() + ", and waits"
                + (keeper.at() == null ? "" : " at " + keeper.at()) + " for " + thing(lost) + ". Each look for "
                + Durations.text(keeper.nanos()) + " found it so."
                + (held.isEmpty() ? "" : " The carrier is held by " + held + ".")
                + (lost.kept() > 1 ? " In all " + lost.kept() + " carriers are lost in this way." : "")
                + (lost.ready() == 0
                        ? ""
                        : " Meanwhile " + lost.ready() + (lost.ready() == 1 ? " thread waits" : " threads wait")
                                + " for a carrier.");
    }

    private static String thing(LostCarrier lost) {
        AwaitedThing awaited = lost.awaited();
        if (awaited == null) {
            return OperationText.thing(lost.keeper().operation());
        }
        String thread = awaited.owner() == null ? null : VerdictText.thread(awaited.owner());
        String owner = thread == null ? "" : " that " + thread + (awaited.ownerSure() ? " holds" : " likely holds");
        String type = ThreadText.type(awaited.type());
        return switch (awaited.kind()) {
            case MONITOR ->
                "the monitor"
                        + (awaited.name() != null ? " of " + awaited.name() : type.isEmpty() ? "" : " of a " + type)
                        + owner;
            case CLASS_INITIALIZATION ->
                "the initialization of class " + awaited.name() + (thread == null ? "" : " that " + thread + " runs");
            case THREAD_END -> "the end of " + (thread == null ? "a thread" : thread);
            case SUBTASKS -> "the end of its subtask" + (thread == null ? "s" : " " + thread);
            case TASK, WORKER ->
                "the result of a task"
                        + (thread == null || awaited.kind() == Kind.WORKER ? "" : " that " + thread + " runs");
            case PERMIT -> "a permit of a semaphore";
            default -> "the lock " + (awaited.name() == null ? type : awaited.name()) + owner;
        };
    }

    static String cure(LostCarrier lost) {
        List<HolderLine> holders = lost.keeper().holders();
        Named owner = lost.awaited() == null ? null : lost.awaited().owner();
        boolean monitor =
                !holders.isEmpty() && holders.stream().map(HolderLine::hold).allMatch(hold -> hold == Hold.MONITOR);
        String end = owner == null
                ? "Find what keeps it waiting."
                : "Find what keeps " + VerdictText.thread(owner) + " from letting go.";
        return end
                + (monitor
                        ? " To wait without a carrier, guard the code by a java.util.concurrent lock instead of the"
                                + " monitor, or run on JDK 24 or later."
                        : "");
    }
}
