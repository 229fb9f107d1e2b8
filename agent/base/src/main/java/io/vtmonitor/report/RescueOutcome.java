package io.vtmonitor.report;

import java.util.Locale;

/**
 * What became of an attempt to free a JVM whose carriers are all held.
 *
 * @param result in a word
 * @param carriers how many were added for the attempt; 0 where there was none
 * @param seconds until a thread that held a carrier continued; 0 where none did
 * @param sentence what was done, and what came of it
 */
public record RescueOutcome(Result result, int carriers, double seconds, String sentence) {
    /** What came of it. */
    public enum Result {
        /** Threads that held the carriers continued. */
        FREED,
        /** Carriers were added and none of those threads continued. */
        NOT_FREED,
        /** Nothing was done. */
        REFUSED;

        /** The name in labels: lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Nothing was done. */
    public static RescueOutcome refused(String why) {
        return new RescueOutcome(Result.REFUSED, 0, 0, why);
    }
}
