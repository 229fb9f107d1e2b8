package io.vtmonitor.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The metrics of the scheduler's delay, of stalls, and of rescues, by kind. Their series exist from the start. */
final class SchedulerMeters {
    private SchedulerMeters() {}

    /** Registers them. Micrometer refers weakly to the counts, so the caller must keep {@code counts} reachable. */
    static void register(PrometheusMeterRegistry registry, SchedulerCounts counts) {
        registry.getPrometheusRegistry().register(() -> delays(counts));
        counts.stalls()
                .forEach((pattern, count) -> FunctionCounter.builder("vthread.stalls", count, AtomicLong::get)
                        .description("Times in which no virtual thread made progress")
                        .tag("pattern", pattern.toString())
                        .register(registry));
        counts.rescues()
                .forEach((result, count) -> FunctionCounter.builder("vthread.rescues", count, AtomicLong::get)
                        .description("Stalls that the agent tried to end with more carriers, or did not (rescue=on)")
                        .tag("result", result.toString())
                        .register(registry));
    }

    private static MetricSnapshots delays(SchedulerCounts counts) {
        Map<Labels, DurationCounts> delays = new LinkedHashMap<>();
        counts.delays()
                .forEach((kind, counted) ->
                        delays.put(Labels.of("kind", kind.name().toLowerCase(Locale.ROOT)), counted));
        return new MetricSnapshots(Histograms.of(
                "vthread_schedule_delay_seconds",
                "How long a virtual thread waited for a carrier, measured by the probe",
                delays));
    }
}
