package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitGroup.Turns;
import io.vtmonitor.report.WaitOperation;

/**
 * How often threads get a turn at the application's own semaphores, queues, and conditions, in words. These are facts
 * and not verdicts: idle workers look like callers that are not served.
 */
final class TurnsText {
    /** With fewer threads, a group is described only if none has got a turn for {@link #LONG_NANOS}. */
    private static final int MANY = 10;

    private static final long LONG_NANOS = 9_000_000_000L;

    private TurnsText() {}

    /** Starts with a semicolon; empty if the group is not of the application's own queues, or nothing is remarkable. */
    static String of(WaitGroup group) {
        if (!mayBeOwn(group)) {
            return "";
        }
        Turns turns = group.turns();
        boolean stands = turns != null && Math.max(turns.waitedNanos(), turns.starvedNanos()) >= LONG_NANOS;
        if (!stands && group.count().mostOnOne() < MANY) {
            return "";
        }
        return turns == null
                ? "; at most " + forOne(group.count().mostOnOne())
                : turns(turns, group.count().threads() == 0);
    }

    private static boolean mayBeOwn(WaitGroup group) {
        WaitOperation operation = group.place().operation();
        return group.place().pool() == null
                && (operation == WaitOperation.SEMAPHORE
                        || operation == WaitOperation.QUEUE
                        || operation == WaitOperation.CONDITION);
    }

    private static String turns(Turns turns, boolean past) {
        String first = turns.waitedNanos() == 0
                ? ""
                : ", the first of them for " + Durations.text(turns.waitedNanos())
                        + " or longer, and none got a turn meanwhile";
        String starved = turns.starvedNanos() <= turns.waitedNanos()
                ? ""
                : ", and none got a turn whenever they were watched, for " + Durations.text(turns.starvedNanos());
        return (past ? "; last seen " : "; ") + forOne(turns.threads()) + first + starved + watched(turns);
    }

    private static String watched(Turns turns) {
        if (turns.watchedNanos() == 0) {
            return "";
        }
        String gaveUp = turns.gaveUp() == 0 ? "" : ", and about " + turns.gaveUp() + " gave up";
        String turn = (turns.taken() == 0 ? "none" : "about " + turns.taken()) + " got a turn"
                + (turns.orGaveUp() && turns.taken() > 0 ? " or gave up" : "");
        return "; " + turn + gaveUp + " in the " + Durations.text(turns.watchedNanos()) + " watched";
    }

    private static String forOne(int threads) {
        return threads + " for the same one";
    }
}
