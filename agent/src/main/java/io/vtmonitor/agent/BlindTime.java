package io.vtmonitor.agent;

import io.vtmonitor.pins.JvmStart;
import java.time.Duration;
import java.time.Instant;

/** The time in the life of this JVM before its watch. Holds no reference to {@code jdk.jfr}. */
final class BlindTime {
    private BlindTime() {}

    /** From the start of this JVM until then, in seconds; zero where the system does not tell when that was. */
    static double until(Instant watchBegan) {
        long began = JvmStart.nanos();
        return began == 0
                ? 0
                : Math.max(
                                0,
                                Duration.between(Instant.ofEpochSecond(0, began), watchBegan)
                                        .toNanos())
                        / 1e9;
    }
}
