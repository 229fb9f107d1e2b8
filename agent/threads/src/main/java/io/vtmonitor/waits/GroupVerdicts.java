package io.vtmonitor.waits;

import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Judges a group of waiting virtual threads. A program whose threads wait and get their turn is healthy, however many
 * threads it has. So each verdict requires several looks in a row, and a long wait.
 */
public final class GroupVerdicts {
    /** A lock's queue of fewer threads is not reported; that of a pool is, if none of them leaves for long. */
    public static final int FEW = 10;

    /** A queue in which a thread gets its turn within this time is not reported. */
    static final double LONG_SECONDS = 1;

    /** Fewer threads than {@link #FEW} that wait for a pool are reported if none of them leaves for this long. */
    static final double LONG_FOR_FEW_SECONDS = 9;

    private GroupVerdicts() {}

    /** Whether a verdict may follow from how fast threads leave the group, so that it is worth watching. */
    public static boolean isCandidate(TrackedGroup group) {
        return group.looks() >= TrackedGroup.ROW
                && (group.fewest() >= FEW || (isPool(group) && group.fewest() > 0))
                && (isPool(group) || ConvoyJudge.isExclusive(group));
    }

    /**
     * Whether the report shows how fast threads leave the group, though no verdict follows from it: many wait for one
     * semaphore.
     */
    public static boolean showsTurns(TrackedGroup group) {
        return group.isOne()
                && group.looks() >= TrackedGroup.ROW
                && group.fewest() >= FEW
                && !isPool(group)
                && group.site().operation() == WaitOperation.SEMAPHORE;
    }

    /** Whether the last look could not judge how fast threads leave the group. */
    private static boolean isUndecided(TrackedGroup group) {
        return isCandidate(group) && group.isUndecided(LONG_SECONDS);
    }

    /** {@link Judgment#about} of the verdicts on the groups of which the last look could not judge that. */
    public static Set<String> undecided(List<TrackedGroup> groups) {
        Set<String> about = new HashSet<>();
        for (TrackedGroup group : groups) {
            Pools.Pool pool = group.site().pool();
            if (isUndecided(group)) {
                about.add(pool == null ? GroupFacts.about(group) : PoolJudge.about(pool, group));
            }
        }
        return about;
    }

    private static boolean isPool(TrackedGroup group) {
        return group.site().pool() != null;
    }

    /**
     * The verdicts on a group now. That it grows is no verdict of its own if another one says why.
     *
     * @param lostWakeUp the known bugs of this JDK that lose a wake-up
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
        if (growing != null && (one == null || !saysWhy(one, growing, group))) {
            found.add(growing);
        }
        return found;
    }

    /** Whether the threads of which a group has more and more are those of a verdict: they wait for the same thing. */
    private static boolean saysWhy(Judgment verdict, Judgment growing, TrackedGroup group) {
        return group.isOne() || Objects.equals(verdict.pool(), growing.pool());
    }
}
