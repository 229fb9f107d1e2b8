package io.vtmonitor.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.report.Waits;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The registry behind {@code /metrics}, created for the first scrape: loading Micrometer and the Prometheus client
 * takes a JVM longer than everything else that the port needs. In a scrape, the values of pins, of the agent, and of
 * the scheduler are of the same instant.
 */
final class MetricsRegistry {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Supplier<AgentGauges> gauges;
    private final PinCounts counts;
    private final PinMeters pins;
    private final SchedulerCounts scheduler;
    private final WaitMeters waits;
    private volatile Figure.Values now;

    /** Registers the metrics that every JVM has. {@link PrometheusMetrics} has the methods for others. */
    MetricsRegistry(
            Supplier<AgentGauges> gauges,
            String agentVersion,
            PinCounts counts,
            SchedulerCounts scheduler,
            Supplier<Waits> waits) {
        this.gauges = gauges;
        this.counts = counts;
        this.scheduler = scheduler;
        pins = new PinMeters(counts.snapshot());
        now = values(pins.latest());
        registry.getPrometheusRegistry().register(pins);
        SchedulerMeters.register(registry, scheduler);
        this.waits = new WaitMeters(registry, waits);
        Figure.ofPage().forEach(this::register);
        // The suffix makes Micrometer export an Info and not a gauge.
        Gauge.builder("vthread.info", () -> 1)
                .description("The watched JVM and the version of the agent")
                .tag("java_version", now.vitals().javaVersion())
                .tag("agent_version", agentVersion)
                .register(registry);
    }

    private Figure.Values values(PinCounts.Snapshot pinned) {
        return new Figure.Values(gauges.get(), scheduler.now(), pinned.pins(), pinned.carrierSeconds());
    }

    /** Micrometer has only a weak reference to this object, which {@link PrometheusMetrics} keeps reachable. */
    private void register(Figure figure) {
        if (Double.isNaN(figure.value().applyAsDouble(now))) {
            return;
        }
        Figure.Label label = figure.label();
        Tags tags = label == null ? Tags.empty() : Tags.of(label.key(), label.value());
        if (figure.counts()) {
            FunctionCounter.builder(figure.name(), this, self -> figure.value().applyAsDouble(self.now))
                    .baseUnit(figure.unit())
                    .description(figure.description())
                    .tags(tags)
                    .register(registry);
        } else {
            Gauge.builder(figure.name(), this, self -> figure.value().applyAsDouble(self.now))
                    .baseUnit(figure.unit())
                    .description(figure.description())
                    .tags(tags)
                    .register(registry);
        }
    }

    void unpin(Supplier<UnpinSummary> unpin) {
        UnpinMeters.register(registry, unpin);
    }

    void alsoAsMicrometer(LongSupplier submitFailures) {
        MicrometerNames.register(
                registry, counts, submitFailures, () -> scheduler.now().figures());
    }

    void schedulerAsMicrometer() {
        MicrometerNames.ofScheduler(registry, () -> scheduler.now().figures());
    }

    synchronized String scrape(String contentType) {
        refresh();
        return registry.scrape(contentType);
    }

    synchronized List<MetricFamily> families() {
        refresh();
        return MetricFamilies.of(registry.getPrometheusRegistry().scrape());
    }

    private void refresh() {
        PinCounts.Snapshot pinned = counts.snapshot();
        now = values(pinned);
        pins.show(pinned, now.vitals().pinned().nearMisses());
        waits.refresh();
    }
}
