package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.PoolDemand;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Progress;
import java.util.Locale;

/** What callers ask of a pool, and which number to set, in words. */
final class DemandText {
    /** Fewer turns are no pace. */
    private static final int FEWEST = 5;

    private static final double WAIT_SECONDS = 0.5;

    private DemandText() {}

    /** What was measured, as a sentence; empty where that is too little to tell. */
    static String evidence(ResourcePool pool) {
        PoolDemand demand = pool.demand();
        if (demand == null) {
            return "";
        }
        String callers = "In the " + Durations.text(demand.nanos()) + " in which threads waited, "
                + number(demand.askedPerSecond()) + " callers a second × " + Durations.text(demand.holdSeconds());
        return demand.growing()
                ? callers + " needed " + number(demand.needed()) + " " + pool.lends() + "s"
                        + (pool.size() == null ? "" : "; it has " + pool.size()) + "."
                : callers + " kept all that it lends in use; all were served, and at most " + demand.mostCallers()
                        + " were there at a time.";
    }

    /** What to set, as a sentence or two; empty where that is not known. */
    static String cure(ResourcePool pool) {
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
                        + " serves " + number(demand.servedPerSecond()) + " a second, and none waits much longer than "
                        + "half a second.";
    }

    /** How many to let wait where only the pace of the queue is known; empty where that is too little to tell. */
    static String queue(PoolExhausted pool) {
        Progress pace = pool.progress();
        if (pace == null || pace.taken() < FEWEST || pace.orGaveUp() || pace.processor() > 0) {
            return "";
        }
        double served = pace.taken() / pace.seconds();
        int most = (int) Math.max(1, served * WAIT_SECONDS);
        return most >= pool.waiting().threads()
                ? ""
                : " About " + number(served) + " a second get one now: if at most " + most + " wait at a time and the"
                        + " others are turned away, none waits much longer than half a second. How many "
                        + pool.lends() + "s are needed, resources=on shows.";
    }

    private static String number(double value) {
        return value >= 99.5 ? Long.toString(Math.round(value)) : String.format(Locale.ROOT, "%.1f", value);
    }
}
