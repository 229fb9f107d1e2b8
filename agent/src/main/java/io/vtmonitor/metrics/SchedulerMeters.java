package io.vtmonitor.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.ScheduleDelays;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.report.SchedulerVitals;
import io.vtmonitor.report.StallPattern;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** The meters of the scheduler, its delay and its stalls; all exist from the start. */
public final class SchedulerMeters implements ScheduleDelays {
    private static final Duration[] BUCKETS = DoubleStream.of(
                    0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000)
            .mapToObj(millis -> Duration.ofNanos((long) (millis * 1e6)))
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Map<Kind, Timer> delays = new EnumMap<>(Kind.class);
    private final Map<StallPattern, Counter> stalls = new EnumMap<>(StallPattern.class);
    private final Map<RescueOutcome.Result, Counter> rescues = new EnumMap<>(RescueOutcome.Result.class);
    private volatile Supplier<SchedulerVitals> vitals = () -> SchedulerVitals.NONE;

    SchedulerMeters(MeterRegistry registry) {
        this.registry = registry;
        for (Kind kind : Kind.values()) {
            delays.put(
                    kind,
                    Timer.builder("vthread.schedule.delay")
                            .description("How long a virtual thread waited for a carrier, measured by the probe")
                            .tag("kind", kind.name().toLowerCase(Locale.ROOT))
                            .serviceLevelObjectives(BUCKETS)
                            .register(registry));
        }
        for (StallPattern pattern : StallPattern.values()) {
            stalls.put(
                    pattern,
                    Counter.builder("vthread.stalls")
                            .description("Times in which no virtual thread made progress")
                            .tag("pattern", pattern.toString())
                            .register(registry));
        }
        for (RescueOutcome.Result result : RescueOutcome.Result.values()) {
            rescues.put(
                    result,
                    Counter.builder("vthread.rescues")
                            .description(
                                    "Stalls that the agent tried to end by more carriers, or left alone (rescue=on)")
                            .tag("result", result.toString())
                            .register(registry));
        }
        figure("vthread.scheduler.pool.size", "Available carriers", SchedulerFigures::poolSize);
        figure("vthread.scheduler.mounted", "Carriers that are not idle", SchedulerFigures::mounted);
        figure("vthread.scheduler.queued", "Virtual threads that wait for a carrier", SchedulerFigures::queued);
        Gauge.builder("vthread.schedule.delay.current", this, self -> self.now().waitingSeconds())
                .baseUnit("seconds")
                .description("How long the probe has been waiting for a carrier by now")
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
                "Processor time of the agent's thread that watches the scheduler",
                SchedulerVitals::selfSeconds);
    }

    /** Whom to ask at each scrape. */
    public void vitals(Supplier<SchedulerVitals> source) {
        vitals = source;
    }

    @Override
    public void delayed(Kind kind, long nanos) {
        Timer timer = delays.get(kind);
        if (timer != null) {
            timer.record(Math.max(0, nanos), NANOSECONDS);
        }
    }

    /** A stall was seen. */
    public void stalled(StallPattern pattern) {
        Counter counter = stalls.get(pattern);
        if (counter != null) {
            counter.increment();
        }
    }

    /** A stall was to be ended. */
    public void rescued(RescueOutcome.Result result) {
        Counter counter = rescues.get(result);
        if (counter != null) {
            counter.increment();
        }
    }

    private SchedulerVitals now() {
        return vitals.get();
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

    /** Micrometer refers to this object weakly here; {@link PrometheusMetrics} keeps it. */
    private void counter(
            String name, @Nullable String unit, String description, ToDoubleFunction<SchedulerVitals> value) {
        FunctionCounter.builder(name, this, self -> value.applyAsDouble(self.now()))
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }
}
