package io.vtmonitor.common;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Nanoseconds since the epoch and the text that reports write for them. */
public final class IsoInstant {
    private IsoInstant() {}

    /**
     * Such as {@code 2026-11-21T09:00:00.123Z}.
     *
     * @param nanos since the epoch
     */
    public static String text(long nanos) {
        return Instant.ofEpochSecond(0, nanos).toString();
    }

    /**
     * Nanoseconds since the epoch.
     *
     * @param text any that {@link Instant#parse} reads
     * @throws java.time.format.DateTimeParseException where it is none
     */
    public static long nanos(String text) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.parse(text));
    }
}
