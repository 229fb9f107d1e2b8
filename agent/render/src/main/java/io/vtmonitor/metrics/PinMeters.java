package io.vtmonitor.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.vtmonitor.metrics.PinCounts.Snapshot;
import io.vtmonitor.metrics.SiteCounts.Latest;
import io.vtmonitor.report.figures.NearMisses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of pins by kind and by site, made from {@link PinCounts} at each scrape. {@code vthread_site_pins_total}
 * has an OpenMetrics exemplar for each site: the stack of its latest pin.
 */
final class PinMeters implements MultiCollector {
    private volatile Snapshot latest;
    private final NearMissCounts nearMisses = new NearMissCounts();

    PinMeters(Snapshot first) {
        latest = first;
    }

    /** Sets what the next scrape shows. */
    void show(Snapshot now, @Nullable NearMisses near) {
        latest = now;
        nearMisses.show(near);
    }

    Snapshot latest() {
        return latest;
    }

    @Override
    public MetricSnapshots collect() {
        Snapshot now = latest;
        Map<Labels, DurationCounts> durations = new LinkedHashMap<>();
        now.durations()
                .forEach((kind, counted) -> durations.put(
                        Labels.of(
                                "operation", kind.operation().toString(),
                                "reason", kind.reason().toString()),
                        counted));
        List<MetricSnapshot> metrics = new ArrayList<>(Histograms.of(
                "vthread_pinned_seconds", "How long virtual threads held their carrier while blocked", durations));
        sites(now.sites(), metrics);
        nearMisses(now.sites(), metrics);
        return new MetricSnapshots(metrics);
    }

    private static void sites(List<SiteCounts> sites, List<MetricSnapshot> metrics) {
        List<CounterDataPointSnapshot> seconds = new ArrayList<>();
        List<CounterDataPointSnapshot> pins = new ArrayList<>();
        List<GaugeDataPointSnapshot> first = new ArrayList<>();
        for (SiteCounts site : sites) {
            Labels labels = labels(site);
            seconds.add(point(site.seconds(), labels, null));
            pins.add(point((double) site.pins(), labels, site.latest()));
            Long begin = site.firstNanos();
            if (begin != null) {
                first.add(new GaugeDataPointSnapshot(begin / 1e9, labels, null));
            }
        }
        metrics.add(counter("vthread_site_pinned_seconds", "Carrier-seconds pinned, by site", seconds));
        metrics.add(counter("vthread_site_pins", "Pins, by site", pins));
        if (!first.isEmpty()) {
            metrics.add(new GaugeSnapshot(
                    new MetricMetadata(
                            "vthread_site_first_pin_timestamp_seconds",
                            "When the site first pinned since the watch began, as Unix time"),
                    first));
        }
    }

    private void nearMisses(List<SiteCounts> sites, List<MetricSnapshot> metrics) {
        Map<String, Labels> known = new HashMap<>();
        sites.forEach(site -> known.put(site.site(), labels(site)));
        Labels other = labels(sites.get(0));
        Map<Labels, Double> seconds = new LinkedHashMap<>(Map.of(other, 0.0));
        nearMisses
                .secondsBySite()
                .forEach((site, held) -> seconds.merge(known.getOrDefault(site, other), held, Double::sum));
        metrics.add(counter(
                "vthread_near_misses",
                "Times in which the pinned carriers became all but one, or all",
                List.of(point((double) nearMisses.times(), Labels.EMPTY, null))));
        metrics.add(counter(
                "vthread_site_near_miss_seconds",
                "Carrier-seconds pinned while exactly one carrier was free, by site",
                seconds.entrySet().stream()
                        .map(each -> point(each.getValue(), each.getKey(), null))
                        .toList()));
    }

    private static Labels labels(SiteCounts site) {
        return Labels.of(
                "library", site.library(),
                "operation", site.operation(),
                "reason", site.reason(),
                "site", site.site());
    }

    private static CounterSnapshot counter(String name, String help, List<CounterDataPointSnapshot> points) {
        return new CounterSnapshot(new MetricMetadata(name, help), points);
    }

    private static CounterDataPointSnapshot point(double value, Labels labels, @Nullable Latest latest) {
        Exemplar exemplar = latest == null
                ? null
                : Exemplar.builder()
                        .value(latest.seconds())
                        .labels(Labels.of("stack", latest.stack()))
                        .timestampMillis(latest.endMillis())
                        .build();
        return new CounterDataPointSnapshot(value, labels, exemplar, 0);
    }
}
