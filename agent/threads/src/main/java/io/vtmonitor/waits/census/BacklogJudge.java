package io.vtmonitor.waits.census;

import io.vtmonitor.report.WaitFacts.Backlog;
import io.vtmonitor.report.WaitFacts.BacklogCause;
import io.vtmonitor.report.WaitFacts.CarrierKeeper;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.GroupVerdicts;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.census.CarrierLook.Sample;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Backlog: at two looks, at least half of the ready threads got no carrier for a second. Ten threads or more were
 * ready, and at least four for each thread on a carrier. If no thread got a carrier and none on a carrier computed,
 * that is a stall, not a backlog. A backlog that hogs or spinners cause is part of the verdict on these.
 *
 * <p>Needs the carriers, watched for a second.
 */
final class BacklogJudge {
    /** The fewest ready threads for each thread on a carrier that count as a queue. */
    private static final int QUEUE = 4;

    private int row;
    private Instant begin = Instant.EPOCH;

    /** A look found no threads waiting for a carrier. */
    void calm() {
        row = 0;
    }

    /**
     * The verdict now; null if there is none.
     *
     * @param keepers threads that have stayed on their carriers since the look before
     */
    @Nullable
    Judgment judge(Sample seen, List<CarrierKeeper> keepers, Instant at) {
        boolean queue = seen.ready() >= Math.max(GroupVerdicts.FEW, QUEUE * seen.mounted())
                && seen.isBacklog()
                && !standsStill(seen);
        begin = row == 0 ? at : begin;
        row = queue ? row + 1 : 0;
        return row >= HogJudge.IN_A_ROW ? backlog(seen, keepers) : null;
    }

    /**
     * Whether no thread got a carrier and those on carriers don't run: that is a stall, because too much work is not
     * the reason.
     */
    private static boolean standsStill(Sample seen) {
        boolean starved = seen.processor() > 0 && seen.processor() < 0.5;
        boolean idle = seen.mounted() > 0 && seen.computed() == 0 && !starved;
        return seen.stayed() == seen.watched() && (seen.isAllPinned() || idle);
    }

    private static BacklogCause cause(Sample seen) {
        if (seen.isPinned()) {
            return BacklogCause.PINNED;
        }
        if (seen.processor() > 0 && seen.processor() < 0.5) {
            return BacklogCause.STARVED;
        }
        if (seen.computed() == 0) {
            return BacklogCause.IDLE;
        }
        return seen.computed() > 0 && seen.computed() < seen.mounted() ? BacklogCause.PARTLY_IDLE : BacklogCause.WORK;
    }

    private Judgment backlog(Sample seen, List<CarrierKeeper> keepers) {
        Backlog backlog = new Backlog(
                cause(seen),
                seen.ready(),
                seen.stayed(),
                seen.watched(),
                seen.seconds(),
                seen.mounted(),
                seen.processor(),
                seen.computed(),
                keepers);
        String site = keepers.isEmpty() ? null : keepers.get(0).site();
        return HogJudge.found(WaitVerdictKind.BACKLOG, "carriers", begin, seen.ready(), site, backlog, List.of());
    }
}
