package io.vtmonitor.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ResourcePool.Description;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of what pools lend. Bounded: after the first {@value #MOST_POOLS} pools, the others are added up as
 * {@code other}.
 */
final class PoolMeters {
    private static final int MOST_POOLS = 20;
    private static final Tags OTHER = Tags.of("pool", "other", "name", "other");

    private final MeterRegistry registry;
    private final Supplier<List<ResourcePool>> source;
    private final MultiGauge inUse;
    private final MultiGauge size;
    private final MultiGauge waiting;
    private final Set<Tags> known = new LinkedHashSet<>();
    private final List<Sum> sums = new ArrayList<>();
    private volatile List<ResourcePool> pools = List.of();

    PoolMeters(MeterRegistry registry, Supplier<List<ResourcePool>> source) {
        this.registry = registry;
        this.source = source;
        inUse = gauge("vthread.pool.in.use", "Resources that the pool has lent");
        size = gauge("vthread.pool.size", "Most resources that the pool lends at a time; absent if not known");
        waiting = gauge("vthread.pool.waiting", "Threads that wait for a resource of the pool");
    }

    /** A sum over the pools with some tags, as a counter. */
    private static final class Sum {
        private final Tags tags;
        private final ToDoubleFunction<ResourcePool> figure;
        private double last;
        private double counted;

        Sum(Tags tags, ToDoubleFunction<ResourcePool> figure) {
            this.tags = tags;
            this.figure = figure;
        }

        /** The source drops pools that are gone. A counter must not decrease, and has to count what others lend. */
        void show(double now) {
            counted += Math.max(0, now - last);
            last = now;
        }
    }

    private MultiGauge gauge(String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    /** Called before each scrape. A pool that was listed once remains listed, with values that go to zero. */
    void refresh() {
        pools = source.get();
        for (ResourcePool pool : pools) {
            Tags tags = tags(pool);
            if (!known.contains(tags)) {
                tags = known.size() < MOST_POOLS ? tags : OTHER;
                if (known.add(tags)) {
                    register(tags);
                }
            }
        }
        sums.forEach(sum -> sum.show(sum(sum.tags, sum.figure)));
        List<Row<?>> used = new ArrayList<>();
        List<Row<?>> sizes = new ArrayList<>();
        List<Row<?>> waits = new ArrayList<>();
        for (Tags tags : known) {
            used.add(Row.of(tags, sum(tags, pool -> pool.occupancy().inUse())));
            waits.add(Row.of(tags, sum(tags, pool -> pool.occupancy().waiting())));
            if (pools.stream()
                    .anyMatch(pool -> isIn(tags, pool) && pool.description().size() != null)) {
                sizes.add(Row.of(tags, sum(tags, PoolMeters::size)));
            }
        }
        inUse.register(used, true);
        size.register(sizes, true);
        waiting.register(waits, true);
    }

    private void register(Tags tags) {
        counter(
                        "vthread.pool.borrowings",
                        tags,
                        "Resources that the pool has lent",
                        pool -> pool.usage().borrowings())
                .register(registry);
        counter(
                        "vthread.pool.wait",
                        tags,
                        "Time that callers took to get a resource",
                        pool -> pool.usage().waitNanos() / 1e9)
                .baseUnit("seconds")
                .register(registry);
        counter(
                        "vthread.pool.hold",
                        tags,
                        "Time for which returned resources had been lent",
                        pool -> pool.usage().holdNanos() / 1e9)
                .baseUnit("seconds")
                .register(registry);
    }

    private FunctionCounter.Builder<Sum> counter(
            String name, Tags tags, String description, ToDoubleFunction<ResourcePool> figure) {
        Sum sum = new Sum(tags, figure);
        sums.add(sum);
        return FunctionCounter.builder(name, sum, self -> self.counted)
                .tags(tags)
                .description(description);
    }

    private double sum(Tags tags, ToDoubleFunction<ResourcePool> figure) {
        return pools.stream()
                .filter(pool -> isIn(tags, pool))
                .mapToDouble(figure)
                .sum();
    }

    private boolean isIn(Tags tags, ResourcePool pool) {
        Tags own = tags(pool);
        return tags.equals(own) || (tags.equals(OTHER) && !known.contains(own));
    }

    private static int size(ResourcePool pool) {
        Integer size = pool.description().size();
        return size == null ? 0 : size;
    }

    private static Tags tags(ResourcePool pool) {
        Description description = pool.description();
        return Tags.of("pool", description.pool(), "name", description.name() == null ? "" : description.name());
    }
}
