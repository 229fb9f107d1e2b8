package io.vtmonitor.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The stack of each site's latest pin, as an OpenMetrics exemplar on {@code vthread_site_pins_total}: {@code stack} is
 * the id it has in {@code /report.json}. As many as there are series of sites. One thread keeps, any number write.
 */
final class Exemplars {
    private static final String COUNTER = "vthread_site_pins";

    private final Map<String, Latest> bySite = new ConcurrentHashMap<>();

    private record Latest(String stack, double seconds, long endNanos) {
        Exemplar exemplar() {
            return Exemplar.builder()
                    .value(seconds)
                    .labels(Labels.of("stack", stack))
                    .timestampMillis(endNanos / 1_000_000)
                    .build();
        }
    }

    void keep(String site, String stack, double seconds, long endNanos) {
        bySite.put(site, new Latest(stack, seconds, endNanos));
    }

    /** OpenMetrics 1.0.0. */
    String write(MetricSnapshots snapshots) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(16_384);
        try {
            OpenMetricsTextFormatWriter.create()
                    .write(
                            bytes,
                            new MetricSnapshots(
                                    snapshots.stream().map(this::with).toList()),
                            EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private MetricSnapshot with(MetricSnapshot snapshot) {
        if (!(snapshot instanceof CounterSnapshot counter)
                || !counter.getMetadata().getName().equals(COUNTER)) {
            return snapshot;
        }
        return new CounterSnapshot(
                counter.getMetadata(),
                counter.getDataPoints().stream().map(this::with).toList());
    }

    private CounterDataPointSnapshot with(CounterDataPointSnapshot point) {
        Latest latest = bySite.get(point.getLabels().get("site"));
        return latest == null
                ? point
                : new CounterDataPointSnapshot(point.getValue(), point.getLabels(), latest.exemplar(), 0);
    }
}
