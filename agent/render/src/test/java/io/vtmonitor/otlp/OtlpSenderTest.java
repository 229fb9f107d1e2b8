package io.vtmonitor.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.metrics.MetricFamily;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The queue of findings has a bound, and what is refused is not sent forever. */
class OtlpSenderTest {
    private static final String BUSY = "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\n\r\n";
    private static final String BUSY_FOR_LONG = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3600\r\n\r\n";
    private static final String REFUSED = "HTTP/1.1 400 Bad Request\r\n\r\n";
    private static final String TAKEN = "HTTP/1.1 200 OK\r\n\r\n";

    /** Less than the minute after which everything is tried again. */
    private static final int MOST_MILLIS = 45_000;

    @Test
    void of_too_many_findings_the_oldest_are_dropped_and_counted() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                OtlpSender sender = sender(server)) {
            for (int i = 0; i < OtlpSender.MOST_EVENTS + 3; i++) {
                sender.add(event(i));
            }
            sender.begin();
            JsonNode records = records(answer(server, TAKEN));

            assertThat(records.get(0).at("/body/stringValue").asString()).startsWith("3 findings were dropped here");
            assertThat(records.get(1).at("/body/stringValue").asString()).isEqualTo("finding 3");
        }
    }

    @Test
    void what_the_receiver_can_not_take_now_is_sent_again_and_what_it_refuses_is_not() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                OtlpSender sender = sender(server)) {
            sender.begin();
            assertThat(answer(server, TAKEN))
                    .as("the metrics, due after a second")
                    .contains("resourceMetrics");
            sender.add(event(0));
            assertThat(records(answer(server, BUSY))
                            .get(0)
                            .at("/body/stringValue")
                            .asString())
                    .isEqualTo("finding 0");
            assertThat(records(answer(server, REFUSED))
                            .get(0)
                            .at("/body/stringValue")
                            .asString())
                    .isEqualTo("finding 0");
            sender.add(event(1));
            assertThat(records(answer(server, TAKEN))).hasSize(1);
        }
    }

    @Test
    void metrics_are_sent_while_the_receiver_can_not_take_findings() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                OtlpSender sender = sender(server)) {
            server.setSoTimeout(MOST_MILLIS);
            sender.add(event(0));
            sender.begin();
            assertThat(records(answer(server, BUSY_FOR_LONG))).hasSize(1);
            assertThat(answer(server, TAKEN)).contains("resourceMetrics");
        }
    }

    @Test
    void findings_are_sent_while_there_are_no_metrics() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                OtlpSender sender = sender(server, () -> {
                    failed.countDown();
                    throw new IllegalStateException("thrown by the test");
                })) {
            server.setSoTimeout(MOST_MILLIS);
            sender.begin();
            failed.await();
            sender.add(event(0));
            assertThat(records(answer(server, TAKEN))).hasSize(1);
        }
    }

    @Test
    void figures_without_a_value_are_left_out_and_text_is_escaped() {
        MetricFamily family = new MetricFamily(
                "a",
                "\"quoted\"\n",
                MetricFamily.Kind.GAUGE,
                List.of(
                        new MetricFamily.Point(Map.of("site", "\\\ud83d"), 0.5, null),
                        new MetricFamily.Point(Map.of(), Double.NaN, null)));

        JsonNode metric = JsonMapper.shared()
                .readTree(OtlpJson.metrics(Map.of(), List.of(family), Instant.EPOCH, Instant.ofEpochSecond(2)))
                .at("/resourceMetrics/0/scopeMetrics/0/metrics/0");

        assertThat(metric.path("description").asString()).isEqualTo("\"quoted\"\n");
        assertThat(metric.at("/gauge/dataPoints").size()).isEqualTo(1);
        assertThat(metric.at("/gauge/dataPoints/0/timeUnixNano").asString()).isEqualTo("2000000000");
    }

    @Test
    void a_summary_has_its_count_and_its_sum_but_no_buckets() {
        MetricFamily.Buckets one = new MetricFamily.Buckets(List.of(), List.of(3L));
        MetricFamily family = new MetricFamily(
                "a", "", MetricFamily.Kind.SUMMARY, List.of(new MetricFamily.Point(Map.of(), 0.5, one)));

        JsonNode point = JsonMapper.shared()
                .readTree(OtlpJson.metrics(Map.of(), List.of(family), Instant.EPOCH, Instant.ofEpochSecond(2)))
                .at("/resourceMetrics/0/scopeMetrics/0/metrics/0/summary/dataPoints/0");

        assertThat(point.path("count").asString()).isEqualTo("3");
        assertThat(point.path("sum").asDouble()).isEqualTo(0.5);
        assertThat(point.path("startTimeUnixNano").asString()).isEqualTo("0");
        assertThat(point.has("bucketCounts")).isFalse();
    }

    private static OtlpSender sender(ServerSocket server) {
        return sender(server, List::of);
    }

    private static OtlpSender sender(ServerSocket server, Supplier<List<MetricFamily>> metrics) {
        OtlpTarget target = Objects.requireNonNull(OtlpTarget.of(
                "http://127.0.0.1:" + server.getLocalPort(), new OtlpTarget.Environment(null, null, null)));
        return new OtlpSender(target, metrics, Duration.ofHours(1));
    }

    private static OtlpEvent event(int number) {
        return new OtlpEvent(Instant.EPOCH, OtlpEvent.Severity.WARN, "vthread.verdict", "finding " + number, Map.of());
    }

    /** Takes one request and returns its body. */
    private static String answer(ServerSocket server, String answer) throws IOException {
        try (Socket socket = server.accept();
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            int length = 0;
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                if (line.startsWith("Content-Length: ")) {
                    length = Integer.parseInt(line.substring("Content-Length: ".length()));
                }
            }
            char[] body = new char[length];
            int read = 0;
            while (read < length) {
                read += in.read(body, read, length - read);
            }
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            return new String(body);
        }
    }

    private static JsonNode records(String body) {
        return JsonMapper.shared().readTree(body).at("/resourceLogs/0/scopeLogs/0/logRecords");
    }
}
