package io.vtmonitor.report.text;

import io.vtmonitor.report.WaitFacts.Basis;
import io.vtmonitor.report.WaitFacts.LentOut;
import io.vtmonitor.report.WaitFacts.NamedPool;
import io.vtmonitor.report.WaitFacts.Owned;
import io.vtmonitor.report.WaitFacts.PoolCycle;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Pools that wait for themselves, in words. */
final class PoolCycleText {
    private static final int NAMED = 4;

    private PoolCycleText() {}

    static String evidence(PoolCycle cycle) {
        return cycle.pools().stream().limit(NAMED).map(PoolCycleText::lentOut).collect(Collectors.joining("; "))
                + (cycle.basis() == Basis.TWO_LOOKS ? ". Two looks in a row found the same." : ". One dump shows it.")
                + " It lasts until one of these waits times out.";
    }

    static String cure(PoolCycle cycle) {
        String lends = cycle.pools().get(0).lends();
        Owned by = cycle.by();
        return by != null
                ? "Let no thread borrow a " + lends + " while it owns a " + text(by)
                        + " that threads with one wait for: borrow it before the " + text(by)
                        + " is taken, or release the " + text(by) + " first."
                : "Let a thread that has a " + lends
                        + " borrow no other one, or bound the threads that do so to fewer than the pool lends.";
    }

    /** One pool of which everything is lent, and what the borrowers wait for; starts in lower case. */
    static String lentOut(LentOut out) {
        int lent = out.lent();
        return (lent == 1 ? "the only " + out.lends() : "all " + lent + " " + out.lends() + "s") + " of "
                + name(out.pool())
                + (out.ofKey() ? " for one route or key" : "")
                + (lent == 1 ? " is lent to a thread that waits for " : " are lent to threads that wait for ")
                + owned(out.by(), out.allBy())
                + wanted(out);
    }

    private static String wanted(LentOut out) {
        return switch (out.wanted()) {
            case ONE_MORE -> out.ofKey() ? "one more for the same" : "one more of it";
            case OTHER_KEY -> "one for another route or key of it";
            case OTHER_POOL ->
                "one of "
                        + out.others().stream()
                                .map(other -> (other.namesake() ? "another " : "") + name(other.pool()))
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining(" and "));
        };
    }

    private static String owned(@Nullable Owned by, boolean all) {
        return by == null
                ? ""
                : "a " + text(by) + " whose owner waits for" + (all ? " " : ", or themselves wait for, ");
    }

    private static String text(Owned by) {
        return switch (by) {
            case LOCK -> "lock";
            case MONITOR -> "monitor";
            case LOCK_OR_MONITOR -> "lock or monitor";
        };
    }

    private static String name(NamedPool pool) {
        return pool.name() == null ? pool.title() : pool.name() + " (" + pool.title() + ")";
    }
}
