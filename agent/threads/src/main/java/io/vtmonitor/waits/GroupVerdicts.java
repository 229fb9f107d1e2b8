package io.vtmonitor.waits;

import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Judges a group of waiting virtual threads. A program whose threads wait and get their turn is healthy, however many
 * they are: each verdict requires several looks in a row, and a long wait.
 */
public final class GroupVerdicts {
    /** Fewer threads are no queue worth a word. */
    public static final int FEW = 10;

    /** A turn within this time is no trouble. */
    static final double LONG_SECONDS = 1;

    /** Where few wait it takes that long with nobody leaving. */
    static final double LONG_FOR_FEW_SECONDS = 9;

    private GroupVerdicts() {}

    /** Whether it is worth watching how fast the group moves on. */
    public static boolean isCandidate(TrackedGroup group) {
        return group.looks() >= TrackedGroup.ROW
                && (group.fewest() >= FEW || (isPool(group) && group.fewest() > 0))
                && (isPool(group) || ConvoyJudge.isExclusive(group));
    }

    /** Whether it is worth watching how their turns come, though nothing is judged by it: many want one semaphore. */
    public static boolean showsTurns(TrackedGroup group) {
        return group.isOne()
                && group.looks() >= TrackedGroup.ROW
                && group.fewest() >= FEW
                && !isPool(group)
                && group.site().operation() == WaitOperation.SEMAPHORE;
    }

    /** Whether the last look could not judge how fast it moves on. */
    public static boolean isUndecided(TrackedGroup group) {
        return isCandidate(group) && group.isUndecided(LONG_SECONDS);
    }

    private static boolean isPool(TrackedGroup group) {
        return group.site().pool() != null;
    }

    /**
     * What is true of it now.
     *
     * @param lostWakeUp bugs of the JDK that lose one
     */
    public static List<Judgment> judge(TrackedGroup group, Supplier<JdkBugs> lostWakeUp) {
        List<Judgment> found = new ArrayList<>();
        Judgment one = StuckJudge.judge(group, lostWakeUp);
        if (one == null && isCandidate(group)) {
            one = isPool(group) ? PoolJudge.judge(group) : ConvoyJudge.judge(group);
        }
        if (one != null) {
            found.add(one);
        }
        Judgment growing = GrowthJudge.judge(group);
        if (growing != null) {
            found.add(growing);
        }
        return found;
    }
}
