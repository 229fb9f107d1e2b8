package io.vtmonitor.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Durations as Micrometer shows its timers: a histogram in seconds, and a gauge of the longest. */
final class Histograms {
    private Histograms() {}

    /**
     * Both metrics.
     *
     * @param name the name of the histogram, with its unit
     * @param counts by the labels of their series
     */
    static List<MetricSnapshot> of(String name, String help, Map<Labels, DurationCounts> counts) {
        List<HistogramDataPointSnapshot> histograms = new ArrayList<>();
        counts.forEach((labels, durations) -> histograms.add(new HistogramDataPointSnapshot(
                ClassicHistogramBuckets.of(durations.upperSeconds(), durations.counts()),
                durations.sumSeconds(),
                labels,
                Exemplars.EMPTY,
                0)));
        return List.of(new HistogramSnapshot(new MetricMetadata(name, help), histograms), longest(name, help, counts));
    }

    /** Only the gauge. */
    static GaugeSnapshot longest(String name, String help, Map<Labels, DurationCounts> counts) {
        List<GaugeDataPointSnapshot> longest = new ArrayList<>();
        counts.forEach((labels, durations) ->
                longest.add(new GaugeDataPointSnapshot(durations.longestSeconds(), labels, null)));
        return new GaugeSnapshot(new MetricMetadata(name + "_max", help), longest);
    }
}
