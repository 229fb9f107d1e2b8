package io.vtmonitor.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an attempt to free a JVM whose carriers are all held.
 *
 * @param result the outcome in a word
 * @param carriers how many carriers the attempt added; 0 if nothing was done
 * @param seconds time until a thread that held a carrier continued; 0 if none did
 * @param continued how many threads that held a carrier continued
 * @param held how many threads held a carrier
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
    /** The outcome in a word. */
    public enum Result {
        /** Threads that held the carriers continued. */
        FREED,
        /** Carriers were added, but none of these threads continued. */
        NOT_FREED,
        /** Nothing was done. */
        REFUSED;

        /** The name in labels: lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The outcome of an attempt in which nothing was done. */
    public static RescueOutcome refused(RescueRefusal why) {
        return new RescueOutcome(Result.REFUSED, 0, 0, 0, 0, 0, null, why);
    }
}
