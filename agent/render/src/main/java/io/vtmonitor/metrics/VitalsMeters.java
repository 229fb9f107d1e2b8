package io.vtmonitor.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vtmonitor.report.AgentGauges;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;

/** The meters without a pin behind them; all show the same {@link AgentGauges}, so that one scrape tells one story. */
final class VitalsMeters {
    private static final String SECONDS = "seconds";

    private final MeterRegistry registry;
    private volatile AgentGauges latest;

    VitalsMeters(MeterRegistry registry, AgentGauges first, String agentVersion) {
        this.registry = registry;
        this.latest = first;
        carriers();
        honesty();
        thresholds(first);
        // Micrometer makes an Info of a gauge whose name ends so.
        Gauge.builder("vthread.info", () -> 1)
                .description("The watched JVM and the version of the agent")
                .tag("java_version", first.javaVersion())
                .tag("agent_version", agentVersion)
                .register(registry);
    }

    void update(AgentGauges now) {
        latest = now;
    }

    private void carriers() {
        gauge(
                "vthread.carriers.pinned.mean",
                "Mean number of pinned carriers in the last interval",
                AgentGauges::carriersPinnedMean);
        gauge(
                "vthread.carriers.pinned.max",
                "Peak number of pinned carriers in the last interval",
                AgentGauges::carriersPinnedMax);
        gauge(
                "vthread.capacity.lost.ratio",
                "Mean number of pinned carriers, without spare ones, divided by the parallelism",
                AgentGauges::capacityLost);
        gauge(
                "vthread.scheduler.parallelism",
                "The scheduler's parallelism: its target number of carriers",
                AgentGauges::parallelism);
        counter(
                "vthread.starved",
                SECONDS,
                "Time in which every carrier was pinned at once",
                AgentGauges::starvedSeconds);
    }

    private void honesty() {
        Gauge.builder("vthread.blind", this, self -> self.latest.blindSeconds())
                .baseUnit(SECONDS)
                .description("Time from the start of the JVM to the start of the watch")
                .strongReference(true)
                .register(registry);
        counter("vthread.events.lost", "bytes", "Event data that the JVM could not keep", AgentGauges::lostBytes);
        counter("vthread.stacks.truncated", "", "Pins whose stack the JVM cut off", AgentGauges::truncatedStacks);
        counter("vthread.pins.folded", "", "Pins of sites beyond the bound on sites", AgentGauges::foldedPins);
        counter(
                "vthread.submit.failed",
                "",
                "Virtual threads that the scheduler could not accept, when they were started or unparked",
                AgentGauges::submitFailures);
        watched(registry, "pins", () -> latest.pinsWatched());
        counter(
                "vthread.self",
                SECONDS,
                "Processor time of the agent's threads that read events and resolve their stacks",
                AgentGauges::selfSeconds);
        counter(
                "vthread.self.allocated",
                "bytes",
                "Heap that the agent's threads have allocated, as last reported by Flight Recorder",
                AgentGauges::selfAllocatedBytes);
    }

    /** Strongly held: the registry keeps the function. */
    static void watched(MeterRegistry registry, String feature, BooleanSupplier watched) {
        Gauge.builder("vthread.watched", () -> watched.getAsBoolean() ? 1 : 0)
                .description("1 while it is watched; at 0, ignore its other figures")
                .tag("feature", feature)
                .register(registry);
    }

    private void thresholds(AgentGauges first) {
        threshold("pinned", AgentGauges::pinnedThresholdSeconds);
        threshold("file", AgentGauges::fileThresholdSeconds);
        if (first.monitorThresholdSeconds() != null) {
            threshold("monitor", now -> {
                Double seconds = now.monitorThresholdSeconds();
                return seconds == null ? Double.NaN : seconds;
            });
        }
    }

    private void threshold(String event, ToDoubleFunction<AgentGauges> value) {
        Gauge.builder("vthread.threshold", this, self -> value.applyAsDouble(self.latest))
                .baseUnit(SECONDS)
                .description("Shorter pins are not recorded")
                .tag("event", event)
                .strongReference(true)
                .register(registry);
    }

    private void gauge(String name, String description, ToDoubleFunction<AgentGauges> value) {
        Gauge.builder(name, this, self -> value.applyAsDouble(self.latest))
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    /** Micrometer refers to this object weakly here; {@link MetricsRegistry} keeps it. */
    private void counter(String name, String unit, String description, ToDoubleFunction<AgentGauges> value) {
        FunctionCounter.builder(name, this, self -> value.applyAsDouble(self.latest))
                .baseUnit(unit.isEmpty() ? null : unit)
                .description(description)
                .register(registry);
    }
}
