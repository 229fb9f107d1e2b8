package io.vtmonitor.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Finding;
import io.vtmonitor.report.SchedulerFigures;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of Micrometer's {@code VirtualThreadMetrics} (micrometer-java21), by its names and rules, for dashboards
 * that are there already. By its rules a pin is a {@code jdk.VirtualThreadPinned} of 20 ms and more, and nothing else
 * is.
 */
final class MicrometerNames implements Consumer<Finding> {
    static final Duration THRESHOLD = Duration.ofMillis(20);

    private final Timer pinned;

    /** What Micrometer itself would refer to weakly. */
    private final LongSupplier submitFailures;

    /**
     * Registers them.
     *
     * @param submitFailures how often a virtual thread could not be started or go on,
     *     {@code jdk.VirtualThreadSubmitFailed}
     * @param scheduler its figures, null where they are not known (yet)
     */
    MicrometerNames(
            MeterRegistry registry, LongSupplier submitFailures, Supplier<@Nullable SchedulerFigures> scheduler) {
        this.submitFailures = submitFailures;
        pinned = Timer.builder("jvm.threads.virtual.pinned")
                .description("The duration while the virtual thread was pinned without releasing its platform thread")
                .register(registry);
        FunctionCounter.builder("jvm.threads.virtual.submit.failed", this, self -> self.submitFailures.getAsLong())
                .description("The number of events when starting or unparking a virtual thread failed")
                .register(registry);
        ofScheduler(registry, scheduler);
    }

    /** Registers those of the scheduler alone. */
    static void ofScheduler(MeterRegistry registry, Supplier<@Nullable SchedulerFigures> scheduler) {
        figure(scheduler, "parallelism", SchedulerFigures::parallelism)
                .description("Virtual thread scheduler's target parallelism")
                .register(registry);
        figure(scheduler, "pool.size", SchedulerFigures::poolSize)
                .description(
                        "Current number of platform threads that the scheduler has started but have not terminated; -1 if"
                                + " not known.")
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

    @Override
    public void accept(Finding finding) {
        long nanos = finding.pin().durationNanos();
        if (finding.diagnosis().blocking().event() == BlockingEvent.PINNED && nanos >= THRESHOLD.toNanos()) {
            pinned.record(nanos, TimeUnit.NANOSECONDS);
        }
    }
}
