package io.vtmonitor.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Finding;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * The two experimental metrics of virtual threads that OpenTelemetry's Java agent has from 2.30.0 on (its module
 * runtime-telemetry, {@code emit-experimental-jfr-metrics}), by its names and rules, for dashboards that are there
 * already. By its rules a pin is a {@code jdk.VirtualThreadPinned} of 20 ms and more, Flight Recorder's own threshold,
 * and nothing else is.
 */
final class OpenTelemetryNames implements Consumer<Finding> {
    static final Duration THRESHOLD = Duration.ofMillis(20);

    /**
     * From that threshold on; OpenTelemetry's SDK has bounds for milliseconds there, so that nearly all are in the
     * first.
     */
    private static final Duration[] BUCKETS = LongStream.of(
                    20, 25, 50, 75, 100, 250, 500, 750, 1_000, 2_500, 5_000, 7_500, 10_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final Timer pinned;

    /** What Micrometer itself would refer to weakly. */
    private final LongSupplier submitFailures;

    /**
     * Registers them.
     *
     * @param submitFailures how often a virtual thread could not be started or go on,
     *     {@code jdk.VirtualThreadSubmitFailed}
     */
    OpenTelemetryNames(MeterRegistry registry, LongSupplier submitFailures) {
        this.submitFailures = submitFailures;
        pinned = Timer.builder("jvm.thread.virtual.pinned")
                .description("Duration of virtual thread pinning.")
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
        FunctionCounter.builder("jvm.thread.virtual.submit_failed", this, self -> self.submitFailures.getAsLong())
                .description("Number of times a virtual thread failed to be submitted to its scheduler.")
                .register(registry);
    }

    @Override
    public void accept(Finding finding) {
        long nanos = finding.pin().durationNanos();
        if (finding.diagnosis().blocking().event() == BlockingEvent.PINNED && nanos >= THRESHOLD.toNanos()) {
            pinned.record(nanos, TimeUnit.NANOSECONDS);
        }
    }
}
