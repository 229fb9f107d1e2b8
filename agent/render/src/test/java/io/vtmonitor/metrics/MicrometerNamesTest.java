package io.vtmonitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.java21.instrument.binder.jdk.VirtualThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** With {@code compat=micrometer} dashboards made for Micrometer's own binder find what they ask for. */
class MicrometerNamesTest {
    private static final Diagnosis DRIVER =
            Findings.diagnosis("com.mysql.cj.Reader", Reason.MONITOR, Operation.SOCKET_READ, false);

    private final PrometheusMetrics metrics = new PrometheusMetrics(Findings::vitals, "0.1.0");

    @Test
    void names_labels_types_and_help_are_those_of_the_real_binder() {
        metrics.alsoAsMicrometer(() -> 0);
        assertThat(described(metrics.scrape())).isEqualTo(described(theirs()));
    }

    @Test
    void a_pin_counts_by_micrometers_rule_from_20_ms_on() {
        metrics.alsoAsMicrometer(() -> 3);
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(19)));
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(20)));
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(500)));

        assertThat(metrics.scrape().lines())
                .contains(
                        "jvm_threads_virtual_pinned_seconds_count 2",
                        "jvm_threads_virtual_pinned_seconds_sum 0.52",
                        "jvm_threads_virtual_pinned_seconds_max 0.5",
                        "jvm_threads_virtual_submit_failed_total 3.0");
    }

    @Test
    void they_are_not_there_unless_asked_for() {
        assertThat(metrics.scrape()).doesNotContain("jvm_threads");
    }

    @Test
    void what_is_pushed_has_all_of_them_too() {
        metrics.alsoAsMicrometer(() -> 3);
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(20)));
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(500)));

        List<MetricFamily> pushed = metrics.families();
        assertThat(pushed)
                .extracting(MetricFamily::name)
                .containsExactlyInAnyOrderElementsOf(metrics.scrape()
                        .lines()
                        .filter(line -> line.startsWith("# TYPE "))
                        .map(line -> line.split(" ")[2])
                        .toList());
        assertThat(pushed)
                .filteredOn(family -> family.kind() == MetricFamily.Kind.SUMMARY)
                .singleElement()
                .satisfies(family -> {
                    assertThat(family.name()).isEqualTo("jvm_threads_virtual_pinned_seconds");
                    MetricFamily.Point point = family.points().get(0);
                    assertThat(point.value()).isEqualTo(0.52);
                    assertThat(point.buckets().count()).isEqualTo(2);
                });
    }

    @Test
    void a_metric_of_a_kind_that_is_not_known_does_not_keep_the_others_back() {
        MetricSnapshots page = new MetricSnapshots(
                UnknownSnapshot.builder()
                        .name("a")
                        .dataPoint(UnknownDataPointSnapshot.builder().value(1).build())
                        .build(),
                GaugeSnapshot.builder()
                        .name("b")
                        .dataPoint(GaugeDataPointSnapshot.builder().value(2).build())
                        .build());

        assertThat(MetricFamilies.of(page)).extracting(MetricFamily::name).containsExactly("b");
    }

    private static String theirs() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (VirtualThreadMetrics binder = new VirtualThreadMetrics()) {
            binder.bindTo((MeterRegistry) registry);
            return registry.scrape();
        }
    }

    /** Every line about these metrics, a value left out. */
    private static List<String> described(String page) {
        return List.copyOf(new TreeSet<>(page.lines()
                .filter(line -> line.contains("jvm_threads_virtual_"))
                .map(line -> line.startsWith("#") ? line : line.replaceAll(" \\S+$", ""))
                .toList()));
    }
}
