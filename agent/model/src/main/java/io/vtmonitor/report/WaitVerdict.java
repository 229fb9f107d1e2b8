package io.vtmonitor.report;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A verdict on waiting threads.
 *
 * @param kind the kind of verdict
 * @param confidence how sure it is
 * @param begin the time of the first look on which it is based
 * @param end the time of the last look at which it was true
 * @param over false while it lasted at the end of the watch
 * @param threads the most threads that it concerned at one look
 * @param site where they wait, as {@link WaitGroup.Place#site()}; null if that is not one place
 * @param pool the pool that they wait for; null if it is none
 * @param facts what it is based on
 * @param episodes how often it became true, at least 1
 * @param first the start of the first episode
 * @param covers effects that are not reported separately: their kinds in lower case, each with its place if it has one
 */
public record WaitVerdict(
        WaitVerdictKind kind,
        Confidence confidence,
        Instant begin,
        Instant end,
        boolean over,
        int threads,
        @Nullable String site,
        @Nullable String pool,
        WaitFacts facts,
        int episodes,
        Instant first,
        List<String> covers) {
    /** Looks at pools and looks at waits are not at the same time, and a verdict follows from several looks. */
    private static final Duration NEAR = Duration.ofMinutes(1);

    /** The worst kind, then most threads, then the earliest. */
    public static final Comparator<WaitVerdict> WORST_FIRST = Comparator.comparing(WaitVerdict::kind)
            .thenComparing(WaitVerdict::threads, Comparator.reverseOrder())
            .thenComparing(WaitVerdict::begin);

    public WaitVerdict {
        covers = List.copyOf(covers);
    }

    /** The same with other facts. */
    public WaitVerdict with(WaitFacts seen) {
        return new WaitVerdict(kind, confidence, begin, end, over, threads, site, pool, seen, episodes, first, covers);
    }

    /**
     * The same, and if it is on an exhausted pool, with what the pools of its kind have lent. Nobody knows which of
     * several it is: those for which threads waited only at another time are left out.
     *
     * @param pools all pools that are followed
     * @param sawAll whether these were followed before they lent anything
     */
    public WaitVerdict withLent(List<ResourcePool> pools, boolean sawAll) {
        if (!(facts instanceof PoolExhausted exhausted)) {
            return this;
        }
        List<ResourcePool> ofItsKind = new ArrayList<>();
        for (ResourcePool each : pools) {
            if (each.description().pool().equals(exhausted.pool())) {
                ofItsKind.add(each);
            }
        }
        if (ofItsKind.size() > 1) {
            ofItsKind.removeIf(each -> !mayBeOn(each));
        }
        return with(exhausted.with(ofItsKind, sawAll));
    }

    private boolean mayBeOn(ResourcePool one) {
        ResourcePool.Look worst = one.worst();
        return worst == null
                || worst.waiting() == 0
                || (!over && one.occupancy().waiting() > 0)
                || (!worst.at().isBefore(begin.minus(NEAR)) && !worst.at().isAfter(end.plus(NEAR)));
    }

    /** The same, over or not. */
    public WaitVerdict over(boolean isOver) {
        return new WaitVerdict(
                kind, confidence, begin, end, isOver, threads, site, pool, facts, episodes, first, covers);
    }
}
