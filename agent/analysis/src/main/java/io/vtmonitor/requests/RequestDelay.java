package io.vtmonitor.requests;

import io.vtmonitor.model.Diagnosis;
import org.jspecify.annotations.Nullable;

/**
 * A pin, or a look that found a thread waiting.
 *
 * @param thread its id
 * @param begin in milliseconds since the epoch
 * @param end likewise; of a look the same
 * @param nanos how long it took; of a look, for how long it stands
 * @param pinned what pinned; null of a look
 */
record RequestDelay(
        long thread,
        long begin,
        long end,
        long nanos,
        @Nullable Diagnosis pinned) {
    private static final long NANOS_OF_MILLI = 1_000_000;

    static RequestDelay pin(Diagnosis pinned, long thread, long startNanos, long nanos) {
        return new RequestDelay(
                thread, startNanos / NANOS_OF_MILLI, (startNanos + nanos) / NANOS_OF_MILLI, nanos, pinned);
    }

    /** The same, if it is of another diagnosis than the one that was revised. */
    RequestDelay revised(Diagnosis before, Diagnosis after) {
        return !before.equals(pinned) ? this : new RequestDelay(thread, begin, end, nanos, after);
    }

    static RequestDelay look(long thread, long atMillis, long nanos) {
        return new RequestDelay(thread, atMillis, atMillis, nanos, null);
    }

    /**
     * How much of it, in milliseconds, lies in a request of the same thread; negative if it is none of that request's.
     * Clocks of a recording and of the machine differ by a little: half of it is enough.
     */
    long within(long from, long to) {
        if (from > end || to < begin) {
            return -1;
        }
        long common = Math.min(end, to) - Math.max(begin, from);
        return 2 * common >= end - begin ? common : -1;
    }
}
