package io.vtmonitor.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vtmonitor.report.UnpinSummary;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of {@code unpin}: monitors that were and were not rewritten. They exist only if {@code unpin} is used.
 */
final class UnpinMeters {
    private UnpinMeters() {}

    static void register(MeterRegistry registry, Supplier<UnpinSummary> unpin) {
        places(registry, unpin, "rewritten", UnpinSummary::rewritten);
        places(registry, unpin, "both", UnpinSummary::both);
        places(registry, unpin, "kept", UnpinSummary::kept);
        gauge(registry, unpin, "vthread.unpin.classes", "Classes changed", UnpinSummary::classes);
        gauge(
                registry,
                unpin,
                "vthread.unpin.refused",
                "Matched classes left unchanged",
                now -> now.refused().size());
        gauge(
                registry,
                unpin,
                "vthread.unpin.unsound",
                "Places that lock the same object in ways that do not exclude each other",
                now -> now.unsound().size());
        gauge(
                registry,
                unpin,
                "vthread.unpin.foreign",
                "Classes outside the pattern whose objects rewritten places have locked",
                now -> now.foreign().size());
        gauge(registry, unpin, "vthread.unpin.objects", "Objects that have a lock", UnpinSummary::objects);
    }

    private static void places(
            MeterRegistry registry, Supplier<UnpinSummary> unpin, String how, ToDoubleFunction<UnpinSummary> value) {
        Gauge.builder("vthread.unpin.places", unpin, now -> value.applyAsDouble(now.get()))
                .description("Places that lock, by the result")
                .tag("how", how)
                .strongReference(true)
                .register(registry);
    }

    private static void gauge(
            MeterRegistry registry,
            Supplier<UnpinSummary> unpin,
            String name,
            String description,
            ToDoubleFunction<UnpinSummary> value) {
        Gauge.builder(name, unpin, now -> value.applyAsDouble(now.get()))
                .description(description)
                .strongReference(true)
                .register(registry);
    }
}
