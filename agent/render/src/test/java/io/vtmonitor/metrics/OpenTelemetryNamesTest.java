package io.vtmonitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** With {@code compat=otel} dashboards made for OpenTelemetry's agent find what they ask for. */
class OpenTelemetryNamesTest {
    private static final Diagnosis DRIVER =
            Findings.diagnosis("com.mysql.cj.Reader", Reason.MONITOR, Operation.SOCKET_READ, false);

    private final PrometheusMetrics metrics = new PrometheusMetrics(Findings::vitals, "0.1.0");

    @Test
    void a_pin_counts_by_opentelemetrys_rule_from_20_ms_on() {
        metrics.alsoAsOpenTelemetry(() -> 3);
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(19)));
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(20)));
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(500)));

        assertThat(metrics.scrape().lines())
                .contains(
                        "# TYPE jvm_thread_virtual_pinned_seconds histogram",
                        "jvm_thread_virtual_pinned_seconds_bucket{le=\"0.02\"} 1",
                        "jvm_thread_virtual_pinned_seconds_bucket{le=\"0.5\"} 2",
                        "jvm_thread_virtual_pinned_seconds_bucket{le=\"+Inf\"} 2",
                        "jvm_thread_virtual_pinned_seconds_count 2",
                        "jvm_thread_virtual_pinned_seconds_sum 0.52",
                        "# TYPE jvm_thread_virtual_submit_failed_total counter",
                        "jvm_thread_virtual_submit_failed_total 3.0");
    }

    @Test
    void they_are_not_there_unless_asked_for() {
        assertThat(metrics.scrape()).doesNotContain("jvm_thread");
    }
}
