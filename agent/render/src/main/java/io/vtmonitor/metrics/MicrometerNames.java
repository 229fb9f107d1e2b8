package io.vtmonitor.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.vtmonitor.report.SchedulerFigures;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of Micrometer's {@code VirtualThreadMetrics} (micrometer-java21), with its names and rules, for
 * dashboards that already use them. By these rules, pins are events {@code jdk.VirtualThreadPinned} of 20 ms or longer,
 * and nothing else.
 */
final class MicrometerNames {
    private static final String PINNED = "jvm_threads_virtual_pinned_seconds";
    private static final String HELP =
            "The duration while the virtual thread was pinned without releasing its platform thread";

    private MicrometerNames() {}

    /**
     * Registers all of them.
     *
     * @param submitFailures the number of {@code jdk.VirtualThreadSubmitFailed}: how often a virtual thread could not
     *     be started or continued. The caller must keep it reachable, as Micrometer has only a weak reference
     * @param scheduler returns null if its figures are not known, or not yet
     */
    static void register(
            PrometheusMeterRegistry registry,
            PinCounts pins,
            LongSupplier submitFailures,
            Supplier<@Nullable SchedulerFigures> scheduler) {
        registry.getPrometheusRegistry().register(() -> pinned(pins.snapshot().byMicrometer()));
        FunctionCounter.builder("jvm.threads.virtual.submit.failed", submitFailures, LongSupplier::getAsLong)
                .description("The number of events when starting or unparking a virtual thread failed")
                .register(registry);
        ofScheduler(registry, scheduler);
    }

    private static MetricSnapshots pinned(DurationCounts pins) {
        SummaryDataPointSnapshot summary = new SummaryDataPointSnapshot(
                pins.count(), pins.sumSeconds(), Quantiles.EMPTY, Labels.EMPTY, Exemplars.EMPTY, 0);
        return new MetricSnapshots(
                new SummarySnapshot(new MetricMetadata(PINNED, HELP), List.of(summary)),
                Histograms.longest(PINNED, HELP, Map.of(Labels.EMPTY, pins)));
    }

    /** Registers only the metrics of the scheduler. */
    static void ofScheduler(MeterRegistry registry, Supplier<@Nullable SchedulerFigures> scheduler) {
        figure(scheduler, "parallelism", SchedulerFigures::parallelism)
                .description("Virtual thread scheduler's target parallelism")
                .register(registry);
        figure(scheduler, "pool.size", SchedulerFigures::poolSize)
                .description(
                        "Current number of platform threads that the scheduler has started but have not terminated;"
                                + " -1 if not known.")
                .baseUnit("threads")
                .register(registry);
        live(registry, scheduler, "mounted", SchedulerFigures::mounted);
        live(registry, scheduler, "queued", SchedulerFigures::queued);
    }

    private static void live(
            MeterRegistry registry,
            Supplier<@Nullable SchedulerFigures> scheduler,
            String status,
            ToDoubleFunction<SchedulerFigures> value) {
        figure(scheduler, "live", value)
                .description("Approximate current number of virtual threads that are unfinished")
                .tag("scheduling.status", status)
                .baseUnit("threads")
                .register(registry);
    }

    private static Gauge.Builder<Supplier<Number>> figure(
            Supplier<@Nullable SchedulerFigures> scheduler, String name, ToDoubleFunction<SchedulerFigures> value) {
        return Gauge.builder("jvm.threads.virtual." + name, () -> {
            SchedulerFigures figures = scheduler.get();
            return figures == null ? 0.0 : value.applyAsDouble(figures);
        });
    }
}
