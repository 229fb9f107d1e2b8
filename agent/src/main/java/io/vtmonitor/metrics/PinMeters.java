package io.vtmonitor.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.vtmonitor.metrics.PrometheusMetrics.SiteMeters;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * The meters with labels. Their number is bounded: reason and operation are enums, and each of the first
 * {@value #MAX_SITES} sites has one series, labelled as its first diagnosis says; every later site shares the series
 * {@code other}.
 */
final class PinMeters {
    static final int MAX_SITES = 50;

    private static final Duration[] BUCKETS = DoubleStream.of(
                    1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000)
            .mapToObj(millis -> Duration.ofMillis((long) millis))
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Map<Site, SiteMeters> sites = new HashMap<>();
    private final SiteMeters other;

    PinMeters(MeterRegistry registry) {
        this.registry = registry;
        this.other = site(
                Tags.of("site", Site.OTHER, "reason", Site.OTHER, "operation", Site.OTHER, "library", Site.OTHER),
                Site.OTHER);
        // Zero means zero: a query over the histogram finds a series before the first pin.
        durations(Reason.UNKNOWN, Operation.UNKNOWN);
    }

    Timer durations(Reason reason, Operation operation) {
        return Timer.builder("vthread.pinned")
                .description("How long virtual threads kept their carrier while blocked")
                .tag("reason", reason.toString())
                .tag("operation", operation.toString())
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    /**
     * The counters of a diagnosis' site: its own while there is room, else those of {@code other}.
     *
     * @param pinStartNanos begin of the pin that asks; kept as the site's first, if it has none yet
     */
    SiteMeters site(Diagnosis diagnosis, long pinStartNanos) {
        Site site = diagnosis.site();
        SiteMeters known = sites.get(site);
        if (known != null) {
            return known;
        }
        String id = site.id();
        if (sites.size() >= MAX_SITES || id.equals(Site.OTHER)) {
            return other;
        }
        Tags tags = Tags.of(
                "site", id,
                "reason", diagnosis.reason().toString(),
                "operation", site.operation().toString(),
                "library", library(diagnosis.holders()));
        SiteMeters admitted = site(tags, id);
        firstPin(tags, pinStartNanos / 1e9);
        sites.put(site, admitted);
        return admitted;
    }

    private void firstPin(Tags tags, double epochSeconds) {
        Gauge.builder("vthread.site.first.pin.timestamp", () -> epochSeconds)
                .baseUnit("seconds")
                .description("When the site first pinned since the watch began, Unix time")
                .tags(tags)
                .register(registry);
    }

    private SiteMeters site(Tags tags, String label) {
        return new SiteMeters(
                Counter.builder("vthread.site.pinned")
                        .baseUnit("seconds")
                        .description("Carrier-seconds pinned, by site")
                        .tags(tags)
                        .register(registry),
                Counter.builder("vthread.site.pins")
                        .description("Pins, by site")
                        .tags(tags)
                        .register(registry),
                label);
    }

    private static String library(List<Holder> holders) {
        Library library = holders.isEmpty() ? null : holders.get(0).library();
        return library == null ? "unknown" : library.name();
    }
}
