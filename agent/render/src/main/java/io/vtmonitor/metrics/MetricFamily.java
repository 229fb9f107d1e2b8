package io.vtmonitor.metrics;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A metric at one instant, as on the page {@code /metrics}, but in types of our own.
 *
 * @param name as on the page, with the {@code _total} of counters
 * @param help what it means
 * @param kind how its points can be added up
 * @param points one for each set of labels
 */
public record MetricFamily(String name, String help, Kind kind, List<Point> points) {
    public MetricFamily {
        points = List.copyOf(points);
    }

    /** The kind of a metric, which says how its points can be added up. */
    public enum Kind {
        /** Grows from 0 at the start of the watch. */
        COUNTER,
        /** May grow and shrink. */
        GAUGE,
        /** Counts values by size, from the start of the watch on. */
        HISTOGRAM,
        /** Counts values and adds them up, from the start of the watch on. */
        SUMMARY
    }

    /**
     * A value.
     *
     * @param labels by name, in the order of the page
     * @param value of a counter or a gauge, or the sum of a histogram's or a summary's values; may be NaN
     * @param buckets null except for a histogram, and a summary, which has one
     */
    public record Point(
            Map<String, String> labels,
            double value,
            @Nullable Buckets buckets) {}

    /**
     * The number of values in each range.
     *
     * @param bounds the upper bounds in ascending order, without that of the last bucket, which has none
     * @param counts the number of values in each bucket, without lower buckets; one more than bounds
     */
    public record Buckets(List<Double> bounds, List<Long> counts) {
        public Buckets {
            bounds = List.copyOf(bounds);
            counts = List.copyOf(counts);
        }

        /** The number of all values. */
        public long count() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }
}
