package io.vtmonitor.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What became of an attempt to free a JVM whose carriers are all held.
 *
 * @param result in a word
 * @param carriers how many were added for the attempt; 0 if there was none
 * @param seconds until a thread that held a carrier continued; 0 if none did
 * @param continued threads that held a carrier and continued
 * @param held threads that held a carrier
 * @param parallelism of the scheduler afterwards
 * @param failure why no more carriers could be added; null if they could
 * @param refusal why nothing was done; null if something was
 */
public record RescueOutcome(
        Result result,
        int carriers,
        double seconds,
        long continued,
        int held,
        int parallelism,
        @Nullable String failure,
        @Nullable RescueRefusal refusal) {
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
    public static RescueOutcome refused(RescueRefusal why) {
        return new RescueOutcome(Result.REFUSED, 0, 0, 0, 0, 0, null, why);
    }
}
