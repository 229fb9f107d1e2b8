package io.vtmonitor.otlp;

import java.time.Instant;
import java.util.Map;

/**
 * A finding as a log record.
 *
 * @param time when it was found
 * @param severity OpenTelemetry's severity
 * @param name the kind of record: {@code vthread.verdict} or {@code vthread.stall}
 * @param body sentences, as in the agent's log
 * @param attributes by name
 */
public record OtlpEvent(Instant time, Severity severity, String name, String body, Map<String, String> attributes) {
    public OtlpEvent {
        attributes = Map.copyOf(attributes);
    }

    /** The severities of OpenTelemetry that are used. */
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
