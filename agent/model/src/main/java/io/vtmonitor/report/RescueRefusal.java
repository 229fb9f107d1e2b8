package io.vtmonitor.report;

/**
 * Why nothing is done about a JVM whose carriers are held.
 *
 * @param why in a word
 * @param number carriers or rescues that there are already, where that is the reason; otherwise 0
 */
public record RescueRefusal(Why why, long number) {
    /** Reasons. */
    public enum Why {
        NO_VIRTUAL_THREADS,
        SCHEDULER_HIDDEN,
        PROGRESS,
        NOBODY_WAITS,
        /** The same, of a JVM whose carriers are not held either. */
        CALM,
        /** As many carriers as {@code jdk.virtualThreadScheduler.maxPoolSize} allows. */
        MOST_CARRIERS,
        TOO_MANY_AN_HOUR,
        ANOTHER_UNDER_WAY,
        COMPUTING,
        IN_NATIVE_CALLS,
        NOT_ALL_BLOCKED,
        INITIALIZER_IN_CIRCLE,
        LOCKS_IN_CIRCLE,
        THREADS_IN_CIRCLE,
        INITIALIZER_RUNS,
        /** Each waits for a limited time. */
        ALL_TIMED
    }

    /** Without a number. */
    public static RescueRefusal of(Why why) {
        return new RescueRefusal(why, 0);
    }
}
