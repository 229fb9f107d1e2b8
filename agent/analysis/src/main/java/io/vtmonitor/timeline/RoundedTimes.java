package io.vtmonitor.timeline;

/**
 * Bounds of times as {@code jfr print} rounds them: begins down to milliseconds, lengths to three digits, and from a
 * minute on to seconds, from an hour on to minutes, from a day on to hours.
 */
final class RoundedTimes {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /** The last of three digits is so much of the first. */
    private static final int THIRD_DIGIT = 100;

    private RoundedTimes() {}

    /** When a pin began at the latest. */
    static long latest(long start) {
        return start + MILLI;
    }

    /** When a pin ended at the earliest. */
    static long earliest(long start, long end) {
        return end - unit(end - start);
    }

    /** One unit of the last place: rounding takes half of it, and what prints may cut off instead. */
    private static long unit(long length) {
        if (length >= DAY) {
            return HOUR;
        }
        if (length >= HOUR) {
            return MINUTE;
        }
        if (length >= MINUTE) {
            return SECOND;
        }
        long first = 1;
        while (first <= length / 10) {
            first *= 10;
        }
        return first / THIRD_DIGIT;
    }
}
