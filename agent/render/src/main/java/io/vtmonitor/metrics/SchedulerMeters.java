package io.vtmonitor.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.report.SchedulerVitals;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The meters of the scheduler, its delay and its stalls; all exist from the start. */
final class SchedulerMeters {
    private final MeterRegistry registry;
    private final SchedulerCounts counts;

    /** Registers them; Micrometer refers weakly to the counts, which their owner keeps. */
    SchedulerMeters(PrometheusMeterRegistry registry, SchedulerCounts counts) {
        this.registry = registry;
        this.counts = counts;
        registry.getPrometheusRegistry().register(this::delays);
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
        figure("vthread.scheduler.pool.size", "Available carriers", SchedulerFigures::poolSize);
        figure("vthread.scheduler.mounted", "Carriers that are not idle", SchedulerFigures::mounted);
        figure("vthread.scheduler.queued", "Virtual threads that wait for a carrier", SchedulerFigures::queued);
        Gauge.builder("vthread.schedule.delay.current", this, self -> self.now().waitingSeconds())
                .baseUnit("seconds")
                .description("How long the probe has currently been waiting for a carrier")
                .strongReference(true)
                .register(registry);
        counter(
                "vthread.stalled",
                "seconds",
                "Time in which no virtual thread made progress",
                SchedulerVitals::stalledSeconds);
        VitalsMeters.watched(registry, "scheduler", () -> now().watched());
        counter("vthread.probe.runs", null, "Virtual threads that the probe has started", SchedulerVitals::probes);
        counter(
                "vthread.scheduler.self",
                "seconds",
                "Processor time that the agent's watch thread spends on the scheduler",
                SchedulerVitals::selfSeconds);
    }

    private MetricSnapshots delays() {
        Map<Labels, DurationCounts> delays = new LinkedHashMap<>();
        counts.delays()
                .forEach((kind, counted) ->
                        delays.put(Labels.of("kind", kind.name().toLowerCase(Locale.ROOT)), counted));
        return new MetricSnapshots(Histograms.of(
                "vthread_schedule_delay_seconds",
                "How long a virtual thread waited for a carrier, measured by the probe",
                delays));
    }

    private SchedulerVitals now() {
        return counts.now();
    }

    @Nullable
    SchedulerFigures figures() {
        return now().figures();
    }

    private void figure(String name, String description, ToDoubleFunction<SchedulerFigures> value) {
        Gauge.builder(name, this, self -> {
                    SchedulerFigures figures = self.now().figures();
                    return figures == null ? 0 : value.applyAsDouble(figures);
                })
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    /** Micrometer refers to this object weakly here; {@link MetricsRegistry} keeps it. */
    private void counter(
            String name, @Nullable String unit, String description, ToDoubleFunction<SchedulerVitals> value) {
        FunctionCounter.builder(name, this, self -> value.applyAsDouble(self.now()))
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }
}
