package io.vtmonitor.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.vtmonitor.metrics.MetricFamily.Buckets;
import io.vtmonitor.metrics.MetricFamily.Kind;
import io.vtmonitor.metrics.MetricFamily.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts metrics from the types of the Prometheus client to ours. */
final class MetricFamilies {
    private MetricFamilies() {}

    static List<MetricFamily> of(MetricSnapshots snapshots) {
        List<MetricFamily> families = new ArrayList<>();
        for (MetricSnapshot snapshot : snapshots) {
            MetricFamily family = snapshot.getDataPoints().isEmpty() ? null : family(snapshot);
            if (family != null) {
                families.add(family);
            }
        }
        return families;
    }

    /** Returns null for a kind that no metric of ours has: the others are worth sending without it. */
    private static @Nullable MetricFamily family(MetricSnapshot snapshot) {
        List<Point> points = new ArrayList<>();
        for (DataPointSnapshot point : snapshot.getDataPoints()) {
            points.add(point(point));
        }
        String name = snapshot.getMetadata().getPrometheusName();
        String help = snapshot.getMetadata().getHelp();
        String text = help == null ? "" : help;
        if (snapshot instanceof CounterSnapshot) {
            return new MetricFamily(name + "_total", text, Kind.COUNTER, points);
        }
        if (snapshot instanceof InfoSnapshot) {
            return new MetricFamily(name + "_info", text, Kind.GAUGE, points);
        }
        if (snapshot instanceof HistogramSnapshot) {
            return new MetricFamily(name, text, Kind.HISTOGRAM, points);
        }
        if (snapshot instanceof SummarySnapshot) {
            return new MetricFamily(name, text, Kind.SUMMARY, points);
        }
        return snapshot instanceof GaugeSnapshot ? new MetricFamily(name, text, Kind.GAUGE, points) : null;
    }

    private static Point point(DataPointSnapshot point) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (Label label : point.getLabels()) {
            labels.put(label.getName(), label.getValue());
        }
        if (point instanceof HistogramDataPointSnapshot histogram) {
            return new Point(labels, histogram.getSum(), buckets(histogram.getClassicBuckets()));
        }
        if (point instanceof SummaryDataPointSnapshot summary) {
            return new Point(labels, summary.getSum(), new Buckets(List.of(), List.of(summary.getCount())));
        }
        double value = point instanceof CounterDataPointSnapshot counter
                ? counter.getValue()
                : point instanceof GaugeDataPointSnapshot gauge ? gauge.getValue() : 1; // an info
        return new Point(labels, value, null);
    }

    private static Buckets buckets(ClassicHistogramBuckets classic) {
        List<Double> bounds = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < classic.size(); i++) {
            counts.add(classic.getCount(i));
            if (i < classic.size() - 1) {
                bounds.add(classic.getUpperBound(i));
            }
        }
        return new Buckets(bounds, counts);
    }
}
