package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.PoolDemand;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Progress;
import io.vtmonitor.report.WaitFacts.Waiting;
import java.util.Locale;

/** Threads that wait for long for what a pool lends, and which size or limit to set, in words. */
final class PoolText {
    private static final String LIMIT =
            "Otherwise, limit the callers with a semaphore of the pool's size, or increase the size if the system"
                    + " behind it can take the load.";

    /** With fewer turns, the pace of the queue is too uncertain for advice. */
    private static final int FEWEST = 5;

    private static final double WAIT_SECONDS = 0.5;

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
                : " Nearly all of those that waited at one dump waited at the next, too. Whether they got any in"
                        + " between isn't shown.";
    }

    private static String progress(PoolExhausted facts) {
        return facts.sameSeconds() == 0
                ? WaitingText.progress(facts.progress())
                : " Each look for " + WaitingText.seconds(facts.sameSeconds())
                        + (facts.waiting().threads() == 1
                                ? " found the same thread, and it made no progress while it was watched."
                                : " found the same threads, and none made progress while they were watched.");
    }

    /**
     * What the pools of this kind have lent, and to whom. Only pools for which threads waited, that had nothing to
     * lend, or whose demand is known.
     */
    private static String holders(PoolExhausted facts) {
        StringBuilder text = new StringBuilder();
        for (ResourcePool pool : facts.pools()) {
            boolean waited = pool.worst() != null && pool.worst().waiting() > 0;
            String lent = waited ? ResourceText.holders(pool) : ResourceText.nothingLent(pool, facts.sawAllLent());
            String demand = demand(pool);
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
            String cure = number(pool);
            if (!cure.isEmpty()) {
                numbers.append(' ').append(ResourceText.name(pool)).append(": ").append(cure);
            }
        }
        return "Find what holds each " + facts.lends() + " of " + facts.pool()
                + " for long: work done while it is borrowed, or one that is never returned. If none is lent, "
                + "the pool can't create any: check the system behind it."
                + (numbers.isEmpty() ? " " + LIMIT + queue(facts) + size(facts) : numbers);
    }

    /** The measured demand, as a sentence; empty if too little was measured. */
    static String demand(ResourcePool pool) {
        PoolDemand demand = pool.demand();
        if (demand == null) {
            return "";
        }
        String callers = "In the " + Durations.text(demand.nanos()) + " in which threads waited, "
                + number(demand.askedPerSecond()) + " callers a second × " + Durations.text(demand.holdSeconds());
        return demand.growing()
                ? callers + " needed " + number(demand.needed()) + " "
                        + pool.description().lends() + "s"
                        + (pool.description().size() == null
                                ? ""
                                : "; it has " + pool.description().size()) + "."
                : callers + " kept all that it lends in use; no more came than it served, and at most "
                        + demand.mostCallers() + " were there at a time.";
    }

    /** Which size to set, in a sentence or two; empty if that is not known. */
    static String number(ResourcePool pool) {
        PoolDemand demand = pool.demand();
        if (demand == null) {
            return "";
        }
        String size = demand.growing()
                ? "Set its size to " + demand.newSize() + " (" + number(demand.needed()) + " and room for short waits)"
                : "With a size of " + demand.newSize() + ", none of these callers waits";
        return size + ", if the system behind it takes that load and each is still held for about "
                + Durations.text(demand.holdSeconds()) + "." + admission(demand);
    }

    private static String admission(PoolDemand demand) {
        Integer most = demand.mostAdmitted();
        return most == null || most >= demand.mostCallers()
                ? ""
                : " With the size as it is, admit at most " + most + " callers at a time and turn the others away: it"
                        + " serves " + number(demand.servedPerSecond()) + " a second, and the wait is half a second on "
                        + "average.";
    }

    /**
     * How many callers to let wait, if only the pace of the queue is known; empty if too little is known, or if no more
     * than these wait.
     */
    private static String queue(PoolExhausted pool) {
        Progress pace = pool.progress();
        if (pace == null || pace.taken() < FEWEST || pace.orGaveUp() || pace.processor() > 0) {
            return "";
        }
        double served = pace.taken() / pace.seconds();
        int most = (int) Math.max(1, served * WAIT_SECONDS);
        return most >= pool.waiting().threads()
                ? ""
                : " About " + number(served) + " a second get one now: if at most " + most + " wait at a time and the"
                        + " others are turned away, the wait is half a second on average.";
    }

    /**
     * How to find out which size is needed. Looks don't show for how long each resource is held, or how many callers
     * come and are served at a time.
     */
    private static String size(PoolExhausted pool) {
        return pool.watchable() ? " resources=on shows how many " + pool.lends() + "s are needed." : "";
    }

    private static String number(double value) {
        return value >= 99.5 ? Long.toString(Math.round(value)) : String.format(Locale.ROOT, "%.1f", value);
    }
}
