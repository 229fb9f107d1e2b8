package io.vtmonitor.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The two experimental metrics of virtual threads that OpenTelemetry's Java agent has from 2.30.0 on (its module
 * runtime-telemetry, {@code emit-experimental-jfr-metrics}), by its names and rules, for dashboards that are there
 * already. By its rules a pin is a {@code jdk.VirtualThreadPinned} of 20 ms and more, Flight Recorder's own threshold,
 * and nothing else is.
 */
final class OpenTelemetryNames {
    private OpenTelemetryNames() {}

    /**
     * Registers them.
     *
     * @param submitFailures how often a virtual thread could not be started or continue,
     *     {@code jdk.VirtualThreadSubmitFailed}; Micrometer refers to it weakly
     */
    static void register(PrometheusMeterRegistry registry, PinCounts pins, LongSupplier submitFailures) {
        registry.getPrometheusRegistry()
                .register(() -> new MetricSnapshots(Histograms.of(
                        "jvm_thread_virtual_pinned_seconds",
                        "Duration of virtual thread pinning.",
                        Map.of(Labels.EMPTY, pins.snapshot().byOthers()))));
        FunctionCounter.builder("jvm.thread.virtual.submit_failed", submitFailures, LongSupplier::getAsLong)
                .description("Number of times a virtual thread failed to be submitted to its scheduler.")
                .register(registry);
    }
}
