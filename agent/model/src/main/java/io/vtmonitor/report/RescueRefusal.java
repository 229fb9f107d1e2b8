package io.vtmonitor.report;

/**
 * Why nothing is done about a JVM whose carriers are held.
 *
 * @param why the reason
 * @param number how many carriers or rescues there were already, if that is the reason; otherwise 0
 */
public record RescueRefusal(Why why, long number) {
    /** The reasons. */
    public enum Why {
        NO_VIRTUAL_THREADS,
        SCHEDULER_HIDDEN,
        PROGRESS,
        NOBODY_WAITS,
        /** No thread waits for a carrier, and the carriers are not held either. */
        CALM,
        /** There are as many carriers as {@code jdk.virtualThreadScheduler.maxPoolSize} allows. */
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
        /** Each thread on a carrier waits with a time limit. */
        ALL_TIMED
    }

    /** A refusal without a number. */
    public static RescueRefusal of(Why why) {
        return new RescueRefusal(why, 0);
    }
}
