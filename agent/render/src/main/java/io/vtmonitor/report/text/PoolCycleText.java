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
        if (by == null) {
            return "Let a thread that has a " + lends
                    + " borrow no other one, or bound the threads that do so to fewer than the pool lends.";
        }
        return switch (by) {
            case LOCK -> release("lock", lends);
            case MONITOR -> release("monitor", lends);
            case LOCK_OR_MONITOR -> release("lock or monitor", lends);
            case TASK -> wait("a task", "the task", lends);
            case THREAD -> wait("a thread", "that thread", lends);
            case SUBTASKS -> wait("subtasks", "them", lends);
            case OTHER -> wait("another thread", "that thread", lends);
        };
    }

    private static String release(String owned, String lends) {
        return "Let no thread borrow a " + lends + " while it owns a " + owned
                + " that threads with one wait for: borrow it before the " + owned + " is taken, or release the "
                + owned + " first.";
    }

    private static String wait(String work, String again, String lends) {
        return "Let no thread that has a " + lends + " wait for " + work + " that "
                + (work.endsWith("s") ? "borrow" : "borrows") + " one, too: return the " + lends
                + " before the wait, or let " + again + " borrow none.";
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
        return by == null ? "" : text(by) + " for" + (all ? " " : ", or themselves wait for, ");
    }

    private static String text(Owned by) {
        return switch (by) {
            case LOCK -> "a lock whose owner waits";
            case MONITOR -> "a monitor whose owner waits";
            case LOCK_OR_MONITOR -> "a lock or monitor whose owner waits";
            case TASK -> "a task whose thread waits";
            case THREAD -> "the end of a thread that waits";
            case SUBTASKS -> "subtasks that wait";
            case OTHER -> "another thread that waits";
        };
    }

    private static String name(NamedPool pool) {
        return pool.name() == null ? pool.title() : pool.name() + " (" + pool.title() + ")";
    }
}
