package io.vtmonitor.waits;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exhausted pool: ten threads or more wait for what a known pool lends, and a thread needs a second or longer to get
 * from the end of the queue to its head. Or fewer threads wait, and none of them gets anything for nine seconds.
 *
 * <p>Needs frames of a known pool at three looks in a row, and the rate at which threads leave the queue.
 */
final class PoolJudge {
    private PoolJudge() {}

    /** What a verdict on a pool is about: callers may wait in several of its methods. */
    static String about(Pools.Pool pool, TrackedGroup group) {
        return pool.name() + " " + group.site().caller();
    }

    static @Nullable Judgment judge(TrackedGroup group) {
        Pools.Pool pool = group.site().pool();
        int waiting = pool == null ? 0 : SiteShare.threadsAt(pool, group.shares());
        boolean sameOnes = group.sameSeconds() >= GroupVerdicts.LONG_FOR_FEW_SECONDS;
        boolean starves = group.pace().starvedSeconds() >= GroupVerdicts.LONG_FOR_FEW_SECONDS;
        // If the group is by class, its other threads may wait for objects that are not the pool's.
        boolean row = pool != null && (group.isOne() || group.looksAt(pool) >= TrackedGroup.ROW - 1);
        boolean many = waiting >= GroupVerdicts.FEW
                && group.fewest() >= GroupVerdicts.FEW
                && row
                && group.pace().isSlow(GroupVerdicts.LONG_SECONDS);
        if (pool == null || waiting == 0 || !(many || sameOnes || starves)) {
            return null;
        }
        boolean oneShare = group.shares().size() == 1;
        PoolExhausted facts = new PoolExhausted(
                pool.name(),
                pool.lends(),
                new Waiting(
                        waiting,
                        waiting != group.threads() || !oneShare || group.isEstimate(),
                        Place.only(group.site().site(), group.site().caller(), waiting),
                        oneShare ? GroupFacts.row(group) : null),
                sameOnes ? group.sameSeconds() : 0,
                group.pace().progress(GroupVerdicts.LONG_FOR_FEW_SECONDS),
                List.of(),
                false,
                pool.sized());
        return GroupFacts.found(
                WaitVerdictKind.POOL_EXHAUSTED, about(pool, group), Confidence.LIKELY, group, waiting, facts);
    }
}
