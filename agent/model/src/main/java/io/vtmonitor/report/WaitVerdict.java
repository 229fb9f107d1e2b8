package io.vtmonitor.report;

import io.vtmonitor.model.Confidence;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with waiting threads.
 *
 * @param kind what it is
 * @param confidence how sure it is
 * @param begin the first look of those it was judged by
 * @param end the last look at which it was true
 * @param over false while it lasted at the end of the watch
 * @param threads most threads concerned at one look
 * @param site where they wait, as {@link WaitGroup.Place#site()}; null if that is no one place
 * @param pool the pool, null if it is none
 * @param facts what was seen
 * @param episodes how often it came, 1 at least
 * @param first begin of the first of these
 * @param covers effects of this that are not reported separately: their kinds, lower case, each with its place where it
 *     has one
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
    /** The worst kind, then most threads, then the earliest. */
    public static final Comparator<WaitVerdict> WORST_FIRST = Comparator.comparing(WaitVerdict::kind)
            .thenComparing(WaitVerdict::threads, Comparator.reverseOrder())
            .thenComparing(WaitVerdict::begin);

    public WaitVerdict {
        covers = List.copyOf(covers);
    }

    /** The same from other facts. */
    public WaitVerdict with(WaitFacts seen) {
        return new WaitVerdict(kind, confidence, begin, end, over, threads, site, pool, seen, episodes, first, covers);
    }

    /** The same when it is over, or not. */
    public WaitVerdict over(boolean isOver) {
        return new WaitVerdict(
                kind, confidence, begin, end, isOver, threads, site, pool, facts, episodes, first, covers);
    }
}
