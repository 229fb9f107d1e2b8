package io.vtmonitor.agent;

import java.time.Duration;
import java.time.Instant;

/** The time in the life of this JVM before its watch. Holds no reference to {@code jdk.jfr}. */
final class BlindTime {
    private BlindTime() {}

    /** From the start of this JVM until then, in seconds; zero where the system does not tell when that was. */
    static double until(Instant watchBegan) {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(began -> Duration.between(began, watchBegan).toNanos() / 1e9)
                .orElse(0.0);
    }
}
