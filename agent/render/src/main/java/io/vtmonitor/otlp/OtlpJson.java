package io.vtmonitor.otlp;

import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.Version;
import io.vtmonitor.metrics.MetricFamily;
import io.vtmonitor.metrics.MetricFamily.Buckets;
import io.vtmonitor.metrics.MetricFamily.Kind;
import io.vtmonitor.metrics.MetricFamily.Point;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Requests in the JSON form of OTLP: names are in lowerCamelCase, and 64-bit integers are text. Figures without a value
 * (NaN) are left out, as JSON can't represent it.
 */
final class OtlpJson {
    private static final int CUMULATIVE = 2;

    private final StringBuilder out = new StringBuilder(4096);

    private OtlpJson() {}

    /**
     * An {@code ExportMetricsServiceRequest}.
     *
     * @param attributes of the resource
     * @param begin when counters, histograms, and summaries were zero
     * @param now when the figures were taken
     */
    static String metrics(Map<String, String> attributes, List<MetricFamily> families, Instant begin, Instant now) {
        OtlpJson json = new OtlpJson();
        json.open(attributes, "resourceMetrics", "scopeMetrics", "metrics");
        json.list(families, family -> json.metric(family, EpochNanos.nanos(begin), EpochNanos.nanos(now)));
        return json.close();
    }

    /** An {@code ExportLogsServiceRequest}. */
    static String logs(Map<String, String> attributes, List<OtlpEvent> events, Instant now) {
        OtlpJson json = new OtlpJson();
        json.open(attributes, "resourceLogs", "scopeLogs", "logRecords");
        json.list(events, event -> json.event(event, EpochNanos.nanos(now)));
        return json.close();
    }

    private void open(Map<String, String> attributes, String resources, String scopes, String records) {
        out.append("{\"").append(resources).append("\":[{\"resource\":{");
        attributes(attributes);
        out.append("},\"").append(scopes).append("\":[{\"scope\":{\"name\":\"vt-monitor\",\"version\":");
        text(Version.text());
        out.append("},\"").append(records).append("\":");
    }

    private String close() {
        return out.append("}]}]}").toString();
    }

    private void metric(MetricFamily family, long begin, long now) {
        out.append("{\"name\":");
        text(family.name());
        out.append(",\"description\":");
        text(family.help());
        out.append(
                switch (family.kind()) {
                    case COUNTER -> ",\"sum\":{\"isMonotonic\":true,\"aggregationTemporality\":" + CUMULATIVE + ",";
                    case GAUGE -> ",\"gauge\":{";
                    case HISTOGRAM -> ",\"histogram\":{\"aggregationTemporality\":" + CUMULATIVE + ",";
                    case SUMMARY -> ",\"summary\":{";
                });
        out.append("\"dataPoints\":");
        List<Point> points = family.points().stream()
                .filter(point -> !Double.isNaN(point.value()) && !Double.isInfinite(point.value()))
                .toList();
        list(points, point -> point(family.kind(), point, begin, now));
        out.append("}}");
    }

    private void point(Kind kind, Point point, long begin, long now) {
        out.append('{');
        attributes(point.labels());
        if (kind != Kind.GAUGE) {
            out.append(",\"startTimeUnixNano\":\"").append(begin).append('"');
        }
        out.append(",\"timeUnixNano\":\"").append(now).append('"');
        Buckets buckets = point.buckets();
        if (buckets == null) {
            out.append(",\"asDouble\":").append(point.value());
        } else {
            out.append(",\"count\":\"")
                    .append(buckets.count())
                    .append("\",\"sum\":")
                    .append(point.value());
            if (kind == Kind.HISTOGRAM) {
                buckets(buckets);
            }
        }
        out.append('}');
    }

    private void buckets(Buckets buckets) {
        out.append(",\"bucketCounts\":");
        list(buckets.counts(), count -> out.append('"').append((long) count).append('"'));
        out.append(",\"explicitBounds\":");
        list(buckets.bounds(), bound -> out.append((double) bound));
    }

    private void event(OtlpEvent event, long now) {
        out.append("{\"timeUnixNano\":\"")
                .append(EpochNanos.nanos(event.time()))
                .append('"');
        out.append(",\"observedTimeUnixNano\":\"").append(now).append('"');
        out.append(",\"severityNumber\":").append(event.severity().number());
        out.append(",\"severityText\":");
        text(event.severity().name());
        out.append(",\"eventName\":");
        text(event.name());
        out.append(",\"body\":{\"stringValue\":");
        text(event.body());
        out.append("},");
        attributes(event.attributes());
        out.append('}');
    }

    private void attributes(Map<String, String> attributes) {
        out.append("\"attributes\":");
        list(List.copyOf(attributes.entrySet()), attribute -> {
            out.append("{\"key\":");
            text(attribute.getKey());
            out.append(",\"value\":{\"stringValue\":");
            text(attribute.getValue());
            out.append("}}");
        });
    }

    private <T> void list(List<T> elements, Consumer<T> each) {
        out.append('[');
        for (int i = 0; i < elements.size(); i++) {
            out.append(i == 0 ? "" : ",");
            each.accept(elements.get(i));
        }
        out.append(']');
    }

    /** Writes a JSON string (RFC 8259). Lone surrogates are escaped, as UTF-8 can't represent them. */
    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
