package io.vtmonitor.requests;

import io.vtmonitor.model.Site;
import org.jspecify.annotations.Nullable;

/**
 * A pin, or a look that found a thread waiting.
 *
 * @param thread its id
 * @param begin in milliseconds since the epoch
 * @param end likewise; of a look the same
 * @param nanos how long it took; of a look, for how long it stands
 * @param site of a pin; null of a look
 */
record Loss(
        long thread,
        long begin,
        long end,
        long nanos,
        @Nullable Site site) {
    private static final long NANOS_OF_MILLI = 1_000_000;

    static Loss pin(Site site, long thread, long startNanos, long nanos) {
        return new Loss(thread, startNanos / NANOS_OF_MILLI, (startNanos + nanos) / NANOS_OF_MILLI, nanos, site);
    }

    static Loss look(long thread, long atMillis, long nanos) {
        return new Loss(thread, atMillis, atMillis, nanos, null);
    }

    /**
     * How much of it, in milliseconds, lies in a request of the same thread; negative where it is none of that
     * request's. Clocks of a recording and of the machine differ by a little: half of it is enough.
     */
    long within(long from, long to) {
        if (from > end || to < begin) {
            return -1;
        }
        long common = Math.min(end, to) - Math.max(begin, from);
        return 2 * common >= end - begin ? common : -1;
    }
}
