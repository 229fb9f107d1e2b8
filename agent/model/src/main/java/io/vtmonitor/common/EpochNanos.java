package io.vtmonitor.common;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Nanoseconds since the epoch, in which events are counted, and instants, which reports hold. */
public final class EpochNanos {
    private EpochNanos() {}

    /** The instant so many nanoseconds after the epoch. */
    public static Instant instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    /** Nanoseconds from the epoch to an instant. */
    public static long nanos(Instant instant) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, instant);
    }
}
