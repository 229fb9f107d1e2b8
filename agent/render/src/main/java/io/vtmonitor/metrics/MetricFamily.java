package io.vtmonitor.metrics;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A metric as the page {@code /metrics} has it at one instant, in no library's types.
 *
 * @param name as on the page, {@code _total} of counters included
 * @param help what it means
 * @param kind how its points add up
 * @param points one for each set of labels
 */
public record MetricFamily(String name, String help, Kind kind, List<Point> points) {
    public MetricFamily {
        points = List.copyOf(points);
    }

    /** How the points of a metric add up. */
    public enum Kind {
        /** Grows from 0 at the begin of the watch. */
        COUNTER,
        /** Goes up and down. */
        GAUGE,
        /** Counts values by how large they are, from the begin of the watch. */
        HISTOGRAM
    }

    /**
     * A value.
     *
     * @param labels by name, in the order of the page
     * @param value of a counter or a gauge; the sum of a histogram's values. May be NaN
     * @param buckets of a histogram; null otherwise
     */
    public record Point(
            Map<String, String> labels,
            double value,
            @Nullable Buckets buckets) {}

    /**
     * How many values there were of which size.
     *
     * @param bounds the upper bounds of all buckets but the last, which has none, in ascending order
     * @param counts the values of each bucket, not of those below it; one more than bounds
     */
    public record Buckets(List<Double> bounds, List<Long> counts) {
        public Buckets {
            bounds = List.copyOf(bounds);
            counts = List.copyOf(counts);
        }

        /** All values. */
        public long count() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }
}
