package io.vtmonitor.waits;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Found;
import org.jspecify.annotations.Nullable;

/**
 * Judges what limits how many threads do something at a time: a semaphore, or objects in a queue or behind a condition
 * that threads take and give back.
 */
public final class LimitJudge {
    /** They are made to let threads wait. */
    private static final double LONG_SECONDS = 10;

    /** A pace is that of a second at most: it may be the fastest. */
    private static final int WORKED_OFF = 3;

    private LimitJudge() {}

    /** Whether enough threads wait for long enough to ask whether their code gives back what it gets. */
    public static boolean mayLimit(Followed group) {
        WaitOperation operation = group.site().operation();
        return group.isOne()
                && group.looks() >= Followed.ROW
                && group.fewest() >= Judge.FEW
                && (operation == WaitOperation.SEMAPHORE || mayHaveObjects(operation));
    }

    /** Of a queue that is only known if the code has been asked. */
    static boolean isLimit(Followed group) {
        return group.isOne() && (isSemaphore(group) || isObjectPool(group));
    }

    private static boolean isSemaphore(Followed group) {
        return group.site().operation() == WaitOperation.SEMAPHORE;
    }

    private static boolean isObjectPool(Followed group) {
        return mayHaveObjects(group.site().operation()) && Boolean.TRUE.equals(group.returnsPermits());
    }

    private static boolean mayHaveObjects(WaitOperation operation) {
        return operation == WaitOperation.QUEUE || operation == WaitOperation.CONDITION;
    }

    static @Nullable Found judge(Followed group) {
        // Many tasks that were started at once and get their turn one after the other are what a limit is for.
        boolean nobodyGoesOn = group.sameHeadSeconds() >= Judge.LONG_FOR_FEW_SECONDS
                || group.pace().starvedSeconds() >= Judge.LONG_FOR_FEW_SECONDS
                || (isObjectPool(group) && group.sameSeconds() >= Judge.LONG_FOR_FEW_SECONDS);
        boolean worksOff = !nobodyGoesOn && worksOff(group);
        // Workers that wait for a signal take permits that others release: they may be idle.
        boolean mayBeIdle = !Boolean.TRUE.equals(group.returnsPermits());
        if (worksOff || mayBeIdle || !(nobodyGoesOn || group.pace().queueSeconds() >= LONG_SECONDS)) {
            return null;
        }
        boolean semaphore = isSemaphore(group);
        String evidence = Judge.waitFor(group.threads())
                + waitFor(group.site().operation())
                + Judge.where(group)
                + ". "
                + (semaphore ? "" : "Their code puts back what it takes. ")
                + Judge.row(group)
                + (group.sameHeadSeconds() < Judge.LONG_FOR_FEW_SECONDS
                        ? ""
                        : " The thread that is next has been next at each look for "
                                + Judge.seconds(group.sameHeadSeconds()) + ".")
                + (" " + group.pace().moved().text()).stripTrailing();
        return Judge.found(
                WaitVerdictKind.POOL_EXHAUSTED,
                Judge.place(group),
                Confidence.LIKELY,
                group,
                group.threads(),
                evidence,
                semaphore
                        ? "Find what holds the permits: long work, or a permit that is never released. If the limit is "
                                + "intended, let callers give up: tryAcquire with a timeout."
                                + group.pace().overtaken(String.valueOf(group.type()))
                        : "Find what keeps the objects: long work, or one that is never put back. If the limit is "
                                + "intended, let callers give up: "
                                + (group.site().operation() == WaitOperation.QUEUE ? "poll" : "await")
                                + " with a timeout.");
    }

    private static String waitFor(WaitOperation operation) {
        return switch (operation) {
            case SEMAPHORE -> "a permit of the same semaphore";
            case QUEUE -> "an object of the same queue";
            default -> "the same condition of a pool";
        };
    }

    /**
     * Whether it becomes shorter, by what its pace lets expect. Of a queue whose threads come back, one or the other
     * may be on its way at any look.
     */
    private static boolean worksOff(Followed group) {
        int before = group.threadsBefore(1);
        int fewer = group.threadsBefore(Followed.ROW - 1) - group.threads();
        boolean neverLonger = group.threads() <= before && before <= group.threadsBefore(Followed.ROW - 1);
        double expected = group.pace().turnsPerSecond() * group.rowSeconds();
        return neverLonger && fewer > 0 && group.arrived() == 0 && WORKED_OFF * fewer >= expected;
    }
}
