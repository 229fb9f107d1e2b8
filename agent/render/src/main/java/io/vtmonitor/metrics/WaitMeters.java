package io.vtmonitor.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.vtmonitor.report.MountFigures;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of what virtual threads wait for. Bounded: after the first {@value #MOST_PLACES} places, the others are
 * added up as {@code other}.
 */
final class WaitMeters {
    private static final int MOST_PLACES = 50;
    private static final String OTHER = "other";

    private final MultiGauge waiting;
    private final PoolMeters pools;
    private final MeterRegistry registry;
    private final Map<Tags, AtomicLong> waitedNanos = new LinkedHashMap<>();
    private final Supplier<Waits> source;

    WaitMeters(MeterRegistry registry, Supplier<Waits> source) {
        this.registry = registry;
        this.source = source;
        waiting = MultiGauge.builder("vthread.waiting")
                .description("Virtual threads that waited there at the last look, pinned or not")
                .register(registry);
        for (WaitVerdictKind kind : WaitVerdictKind.values()) {
            Gauge.builder("vthread.wait.verdict", this, self -> self.threads(kind))
                    .description("Virtual threads that a current verdict is about; 0 if there is none")
                    .tag("verdict", kind.toString())
                    .strongReference(true)
                    .register(registry);
        }
        pools = new PoolMeters(registry, () -> source.get().resources());
        FunctionCounter.builder(
                        "vthread.wait.looks", this, self -> self.source.get().looks())
                .description("Looks at what all virtual threads wait for")
                .register(registry);
        FunctionCounter.builder(
                        "vthread.wait.self", this, self -> self.source.get().costNanos() / 1e9)
                .baseUnit("seconds")
                .description("Processor time of those looks")
                .register(registry);
        mounts("vthread.mounts.measured", null, "Mounts while the carriers' processor time was measured", mounts ->
                (double) mounts.measuredMounts());
        mounts(
                "vthread.mount.cpu",
                "seconds",
                "Processor time of the carriers during the measured mounts",
                mounts -> mounts.carrierNanos() / 1e9);
    }

    private void mounts(String name, @Nullable String unit, String description, ToDoubleFunction<MountFigures> figure) {
        FunctionCounter.builder(name, this, self -> {
                    MountFigures mounts = self.source.get().mounts();
                    return mounts == null ? 0 : figure.applyAsDouble(mounts);
                })
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }

    /**
     * Called before each scrape. A place that was listed once remains listed, with a number of threads that goes to
     * zero.
     */
    synchronized void refresh() {
        Map<Tags, Double> threads = new LinkedHashMap<>();
        Map<Tags, Long> nanos = new LinkedHashMap<>();
        waitedNanos.keySet().forEach(place -> threads.put(place, 0.0));
        for (WaitGroup group : source.get().groups()) {
            Tags tags = Tags.of(
                    "operation", group.place().operation().toString(),
                    "library",
                            group.place().library() == null
                                    ? "unknown"
                                    : group.place().library().name(),
                    "site", group.place().site());
            if (!waitedNanos.containsKey(tags) && waitedNanos.size() >= MOST_PLACES) {
                tags = Tags.of("operation", OTHER, "library", OTHER, "site", OTHER);
            }
            waitedNanos.computeIfAbsent(tags, this::counter);
            threads.merge(tags, (double) group.count().threads(), Double::sum);
            nanos.merge(tags, group.count().threadNanos(), WaitGroup::sum);
        }
        // The source may drop a place and count it with others. A counter must not decrease.
        waitedNanos.forEach((tags, counted) -> counted.accumulateAndGet(nanos.getOrDefault(tags, 0L), Math::max));
        List<Row<?>> rows = new ArrayList<>();
        threads.forEach((tags, count) -> rows.add(Row.of(tags, count)));
        waiting.register(rows, true);
        pools.refresh();
    }

    private AtomicLong counter(Tags place) {
        AtomicLong nanos = new AtomicLong();
        FunctionCounter.builder("vthread.wait", nanos, counted -> counted.get() / 1e9)
                .baseUnit("seconds")
                .description("Time that virtual threads waited there: threads at each look times the time to the next")
                .tags(place)
                .register(registry);
        return nanos;
    }

    private double threads(WaitVerdictKind kind) {
        return source.get().verdicts().stream()
                .filter(verdict -> verdict.kind() == kind && !verdict.over())
                .mapToInt(WaitVerdict::threads)
                .max()
                .orElse(0);
    }
}
