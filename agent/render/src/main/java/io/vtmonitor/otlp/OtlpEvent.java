package io.vtmonitor.otlp;

import java.time.Instant;
import java.util.Map;

/**
 * A finding as a log record.
 *
 * @param time when it was found
 * @param severity how bad it is
 * @param name what kind of record it is, {@code vthread.verdict} or {@code vthread.stall}
 * @param body sentences, as in the agent's log
 * @param attributes by name
 */
public record OtlpEvent(Instant time, Severity severity, String name, String body, Map<String, String> attributes) {
    public OtlpEvent {
        attributes = Map.copyOf(attributes);
    }

    /** OpenTelemetry's severities, of those that are used. */
    public enum Severity {
        INFO(9),
        WARN(13),
        ERROR(17);

        private final int number;

        Severity(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }
}
