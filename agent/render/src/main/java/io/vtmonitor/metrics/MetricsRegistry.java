package io.vtmonitor.metrics;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.report.Waits;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The registry behind {@code /metrics}, made for the first scrape: to load Micrometer and Prometheus' client takes a
 * JVM longer than all else that a port needs.
 */
final class MetricsRegistry {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Supplier<AgentGauges> gauges;
    private final PinCounts pins;
    private final SchedulerMeters scheduler;
    private final WaitMeters waits;
    private final VitalsMeters vitals;

    /** The metrics that every JVM has; see {@link PrometheusMetrics}. */
    MetricsRegistry(
            Supplier<AgentGauges> gauges,
            String agentVersion,
            PinCounts pins,
            SchedulerCounts scheduler,
            Supplier<Waits> waits) {
        this.gauges = gauges;
        this.pins = pins;
        registry.getPrometheusRegistry().register(new PinMeters(pins));
        this.scheduler = new SchedulerMeters(registry, scheduler);
        this.waits = new WaitMeters(registry, waits);
        this.vitals = new VitalsMeters(registry, gauges.get(), agentVersion);
    }

    void unpin(Supplier<UnpinSummary> unpin) {
        UnpinMeters.register(registry, unpin);
    }

    void alsoAsMicrometer(LongSupplier submitFailures) {
        MicrometerNames.register(registry, pins, submitFailures, scheduler::figures);
    }

    void schedulerAsMicrometer() {
        MicrometerNames.ofScheduler(registry, scheduler::figures);
    }

    synchronized String scrape(String contentType) {
        vitals.update(gauges.get());
        waits.refresh();
        return registry.scrape(contentType);
    }
}
