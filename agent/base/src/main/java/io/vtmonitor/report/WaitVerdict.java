package io.vtmonitor.report;

import io.vtmonitor.model.Confidence;
import java.time.Instant;
import java.util.Comparator;
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
 * @param site where they wait, as {@link WaitGroup#site()}; null where that is no one place
 * @param pool the pool, null where it is none
 * @param evidence what was seen, one or two sentences
 * @param cure what to do
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
        String evidence,
        String cure) {
    /** The worst kind, then most threads, then the earliest. */
    public static final Comparator<WaitVerdict> WORST_FIRST = Comparator.comparing(WaitVerdict::kind)
            .thenComparing(WaitVerdict::threads, Comparator.reverseOrder())
            .thenComparing(WaitVerdict::begin);

    /** The same with other evidence. */
    public WaitVerdict saying(String seen) {
        return new WaitVerdict(kind, confidence, begin, end, over, threads, site, pool, seen, cure);
    }
}
