package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.WaitFacts.LostCarrier;
import io.vtmonitor.report.figures.HolderLine;
import java.util.stream.Collectors;

/** A carrier that a waiting thread keeps, in words. */
final class LostCarrierText {
    private LostCarrierText() {}

    static String evidence(LostCarrier lost) {
        String held = lost.holders().stream()
                .filter(holder -> holder.hold() != Hold.MONITOR_ENTER)
                .map(holder -> HolderText.where(holder) + " (" + HolderText.how(holder) + ")")
                .collect(Collectors.joining(", "));
        return VerdictText.thread(lost.thread()) + " keeps its carrier, one of " + lost.carriers() + ", and waits"
                + (lost.at() == null ? "" : " at " + lost.at()) + " for " + thing(lost) + ". Each look for "
                + Durations.text(lost.nanos()) + " found it so."
                + (held.isEmpty() ? "" : " The carrier is held by " + held + ".")
                + (lost.kept() > 1 ? " In all " + lost.kept() + " carriers are lost in this way." : "")
                + (lost.ready() == 0
                        ? ""
                        : " Meanwhile " + lost.ready() + (lost.ready() == 1 ? " thread waits" : " threads wait")
                                + " for a carrier.");
    }

    private static String thing(LostCarrier lost) {
        if (lost.kind() == null) {
            return OperationText.thing(lost.operation());
        }
        String owner = lost.owner() == null
                ? ""
                : " that " + VerdictText.thread(lost.owner()) + (lost.ownerSure() ? " holds" : " likely holds");
        String type = ThreadText.type(lost.type());
        return switch (lost.kind()) {
            case MONITOR ->
                "the monitor" + (lost.name() != null ? " of " + lost.name() : type.isEmpty() ? "" : " of a " + type)
                        + owner;
            case CLASS_INITIALIZATION ->
                "the initialization of class " + lost.name()
                        + (lost.owner() == null ? "" : " that " + VerdictText.thread(lost.owner()) + " runs");
            case THREAD_END -> "the end of " + (lost.owner() == null ? "a thread" : VerdictText.thread(lost.owner()));
            case SUBTASKS ->
                "the end of its subtask" + (lost.owner() == null ? "s" : " " + VerdictText.thread(lost.owner()));
            case TASK, WORKER ->
                "the result of a task"
                        + (lost.owner() == null || lost.kind() == Kind.WORKER
                                ? ""
                                : " that " + VerdictText.thread(lost.owner()) + " runs");
            default -> "the lock " + (lost.name() == null ? type : lost.name()) + owner;
        };
    }

    static String cure(LostCarrier lost) {
        boolean monitor = !lost.holders().isEmpty()
                && lost.holders().stream().map(HolderLine::hold).allMatch(hold -> hold == Hold.MONITOR);
        String end = lost.owner() == null
                ? "Find what keeps it waiting."
                : "Find what keeps " + VerdictText.thread(lost.owner()) + " from letting go.";
        return end
                + (monitor
                        ? " To wait without a carrier, guard the code by a java.util.concurrent lock instead of the"
                                + " monitor, or run on JDK 24 or later."
                        : "");
    }
}
