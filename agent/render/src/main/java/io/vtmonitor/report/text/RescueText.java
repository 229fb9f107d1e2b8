package io.vtmonitor.report.text;

import io.vtmonitor.common.Plural;
import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.RescueRefusal;

/** The result of a rescue, in words. */
public final class RescueText {
    private RescueText() {}

    /** One line. */
    public static String line(RescueOutcome outcome) {
        return switch (outcome.result()) {
            case FREED -> "RESCUE: freed, " + freed(outcome);
            case NOT_FREED -> "RESCUE: not freed, " + notFreed(outcome);
            case REFUSED -> "RESCUE: nothing was done. " + (outcome.refusal() == null ? "" : reason(outcome.refusal()));
        };
    }

    private static String freed(RescueOutcome outcome) {
        return "with " + carriers(outcome) + " " + outcome.continued() + " of the " + outcome.held()
                + " virtual threads that held the carriers made progress, after "
                + Math.round(outcome.seconds() * 1_000) + " ms." + back(outcome);
    }

    private static String notFreed(RescueOutcome outcome) {
        return (outcome.failure() == null
                        ? "with " + carriers(outcome) + " none of the " + outcome.held()
                                + " virtual threads that hold the carriers made progress: no runnable virtual thread"
                                + " provides what they wait for."
                        : (outcome.carriers() == 0
                                        ? "no carrier could be added: "
                                        : "only " + carriers(outcome) + " could be added: ")
                                + outcome.failure() + ".")
                + back(outcome);
    }

    private static String carriers(RescueOutcome outcome) {
        return Plural.of(outcome.carriers(), "more carrier");
    }

    private static String back(RescueOutcome outcome) {
        return " The parallelism is " + outcome.parallelism() + " again.";
    }

    /** Why nothing is done, in a sentence or two. */
    public static String reason(RescueRefusal refusal) {
        return switch (refusal.why()) {
            case NO_VIRTUAL_THREADS -> "It has used no virtual threads yet.";
            case SCHEDULER_HIDDEN -> "The scheduler can't be observed.";
            case PROGRESS -> "Virtual threads make progress: other threads are mounted, or the mounted ones continue.";
            case NOBODY_WAITS ->
                "No virtual thread waits for a carrier, so more carriers would not release the held ones.";
            case CALM -> "No virtual thread waits for a carrier.";
            case MOST_CARRIERS ->
                "There are " + refusal.number()
                        + " carriers, as many as jdk.virtualThreadScheduler.maxPoolSize allows.";
            case TOO_MANY_AN_HOUR -> "There were " + refusal.number() + " rescues within an hour already.";
            case ANOTHER_UNDER_WAY -> "Another rescue is under way.";
            case COMPUTING ->
                "The carriers are computing: more of them would only take processor time from the others.";
            case IN_NATIVE_CALLS ->
                "The carriers are in native calls, which may compute: nothing proves that they make no progress.";
            case NOT_ALL_BLOCKED ->
                "Not all carriers are seen to be blocked: nothing proves that they make no progress.";
            case INITIALIZER_IN_CIRCLE ->
                "A class initializer waits for a thread that waits for that same class. More carriers do not help:"
                        + " restart the JVM, and don't wait for other threads in a static initializer.";
            case LOCKS_IN_CIRCLE ->
                "The threads wait for each other's locks: a lock-order deadlock. More carriers do not help: restart"
                        + " the JVM, and take the locks in the same order everywhere.";
            case THREADS_IN_CIRCLE ->
                "The threads wait for each other in a circle: at least one for the end of a thread or for the result"
                        + " of a task. More carriers do not help: let no thread wait for one that waits for it, and"
                        + " restart the JVM.";
            case INITIALIZER_RUNS -> "The class initializer that the others wait for still runs.";
            case ALL_TIMED ->
                "Each thread on a carrier waits for a limited time, so more carriers end none of these waits. If the"
                        + " JVM makes no progress once that time is over, restart it.";
        };
    }
}
