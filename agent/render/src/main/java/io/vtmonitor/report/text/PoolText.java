package io.vtmonitor.report.text;

import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Waiting;

/** Threads that wait for long for what a pool lends, in words. */
final class PoolText {
    private static final String LIMIT =
            "Otherwise, limit the callers with a semaphore of the pool's size, or increase the size if the system behind"
                    + " it can take the load.";

    private PoolText() {}

    static String evidence(PoolExhausted facts) {
        Waiting waiting = facts.waiting();
        boolean dumps = waiting.isInDumps();
        return WaitingText.begin(waiting)
                + (dumps ? "the pool of " : "a " + facts.lends() + " of ") + facts.pool()
                + WaitingText.in(waiting.place()) + "."
                + holders(facts)
                + WaitingText.row(waiting)
                + (dumps ? stay(waiting) : progress(facts));
    }

    private static String stay(Waiting waiting) {
        return waiting.isInOneDump()
                ? WaitingText.ONE_DUMP
                : " Nearly all of those that waited at one dump waited at the next, too. Whether they got any in between"
                        + " isn't shown.";
    }

    private static String progress(PoolExhausted facts) {
        return facts.sameSeconds() == 0
                ? WaitingText.progress(facts.progress())
                : " Each look for " + WaitingText.seconds(facts.sameSeconds())
                        + (facts.waiting().threads() == 1
                                ? " found the same thread, and it made no progress while it was watched."
                                : " found the same threads, and none made progress while they were watched.");
    }

    /** Who had the pool's resources: where several pools are of that kind, those for which threads waited. */
    private static String holders(PoolExhausted facts) {
        StringBuilder text = new StringBuilder();
        for (ResourcePool pool : facts.pools()) {
            boolean waited = pool.worst() != null && pool.worst().waiting() > 0;
            String lent = waited ? ResourceText.holders(pool) : ResourceText.nothingLent(pool, facts.sawAllLent());
            String demand = DemandText.evidence(pool);
            if (waited || !lent.isEmpty() || !demand.isEmpty()) {
                text.append(' ').append(ResourceText.name(pool)).append(": ").append((lent + " " + demand).strip());
            }
        }
        return text.toString();
    }

    static String cure(PoolExhausted facts) {
        if (facts.waiting().isInDumps()) {
            return "Find what holds the pool's resources for long or never returns one. " + LIMIT;
        }
        StringBuilder numbers = new StringBuilder();
        for (ResourcePool pool : facts.pools()) {
            String cure = DemandText.cure(pool);
            if (!cure.isEmpty()) {
                numbers.append(' ').append(ResourceText.name(pool)).append(": ").append(cure);
            }
        }
        return "Find what holds each " + facts.lends() + " of " + facts.pool()
                + " for long: work done while it is borrowed, or one that is never returned. If none is lent, "
                + "the pool can't create any: check the system behind it."
                + (numbers.isEmpty() ? " " + LIMIT + DemandText.queue(facts) : numbers);
    }
}
