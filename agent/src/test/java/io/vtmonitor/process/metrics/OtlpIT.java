package io.vtmonitor.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Deployed;
import io.vtmonitor.truth.CrossedLocksWithCrowd;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** {@code otlp=}: metrics and findings are sent to a receiver, and the application does not notice. */
class OtlpIT {
    private static final String SECRET = "secret-of-a-header";

    @TempDir
    Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_receiver_gets_the_metrics_of_the_page_and_each_verdict_with_its_severity(int jdk) throws Exception {
        try (OtlpReceiver receiver = new OtlpReceiver(503);
                ChildJvm jvm = start(jdk, receiver.address(), CrossedLocksWithCrowd.class, "waits=1s")) {
            OtlpReceiver.Request refused = receiver.next();
            OtlpReceiver.Request logs = receiver.await("/v1/logs");
            OtlpReceiver.Request metrics = receiver.await("/v1/metrics");

            assertThat(refused.status()).isEqualTo(503);
            assertThat(metrics.secret()).isEqualTo(SECRET);
            assertThat(metrics.body().at("/resourceMetrics/0/resource").toString())
                    .contains("\"service.name\"", "\"shop\"", "\"deployment.environment.name\"", "\"a b\"")
                    .doesNotContain("unknown_service");
            assertThat(metrics.metrics("vthread_info")).hasSize(1);
            assertThat(metrics.metrics("vthread_probe_runs_total")
                            .get(0)
                            .at("/sum/isMonotonic")
                            .asBoolean())
                    .isTrue();
            JsonNode histogram =
                    metrics.metrics("vthread_schedule_delay_seconds").get(0).at("/histogram/dataPoints/0");
            assertThat(histogram.path("bucketCounts").size())
                    .isEqualTo(histogram.path("explicitBounds").size() + 1);
            JsonNode deadlock = logs.body().at("/resourceLogs/0/scopeLogs/0/logRecords/0");
            assertThat(deadlock.path("severityText").asString()).isEqualTo("ERROR");
            assertThat(deadlock.path("eventName").asString()).isEqualTo("vthread.verdict");
            assertThat(deadlock.at("/body/stringValue").asString()).contains("\"debit\"", "\"credit\"");
            assertThat(deadlock.path("attributes").toString()).contains("\"deadlock\"", "\"exact\"");
            jvm.terminate();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.err().toString()).contains("status 503").doesNotContain(SECRET);
        }
    }

    /** Of the platform's loggers, too: the JDK's own HTTP clients would start them. */
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void it_starts_no_logging_and_no_management_in_the_application(int jdk) throws Exception {
        Path classes = directory.resolve("classes.log");
        try (OtlpReceiver receiver = new OtlpReceiver();
                ChildJvm jvm = builder(jdk, receiver.address())
                        .flags(List.of("-Xlog:class+load:file=" + classes + "::filesize=0"))
                        .main(List.of(Watched.testClasses()), Deployed.class.getName(), List.of())
                        .start()) {
            jvm.awaitWatching();
            receiver.await("/v1/metrics");
            jvm.endInput(); // System.exit would look for a logger
            assertThat(jvm.awaitExit().code()).isZero();
        }
        assertThat(Files.readAllLines(classes))
                .anyMatch(line -> line.contains(" io.vtmonitor.otlp.OtlpSender "))
                .noneMatch(line -> line.contains(" java.util.logging.")
                        || line.contains("PlatformLogger")
                        || line.contains(" java.net.ProxySelector ")
                        || line.contains(" javax.management.")
                        || line.contains(" sun.net.www.protocol.http."));
    }

    @Test
    void without_it_none_of_its_classes_are_loaded() throws Exception {
        Path classes = directory.resolve("classes.log");
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .flags(List.of("-Xlog:class+load:file=" + classes + "::filesize=0"))
                .agent("port=0")
                .main(List.of(Watched.testClasses()), Deployed.class.getName(), List.of())
                .start()) {
            jvm.awaitWatching();
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isEqualTo(7);
        }
        assertThat(Files.readAllLines(classes))
                .anyMatch(line -> line.contains(" io.vtmonitor.agent.Session "))
                .noneMatch(line -> line.contains("io.vtmonitor.otlp.") || line.contains("io.vtmonitor.agent.Pushing"));
    }

    @Test
    void a_receiver_that_never_answers_holds_up_neither_the_application_nor_its_end() throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ChildJvm jvm = start(25, "http://127.0.0.1:" + deaf.getLocalPort(), Deployed.class)) {
            deaf.accept();
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isEqualTo(7);
        }
    }

    private ChildJvm start(int jdk, String address, Class<?> program, String... options) throws Exception {
        ChildJvm jvm = builder(jdk, address, options)
                .main(List.of(Watched.testClasses()), program.getName(), List.of())
                .start();
        jvm.awaitWatching();
        return jvm;
    }

    private ChildJvm.Builder builder(int jdk, String address, String... options) {
        String[] all = new String[options.length + 1];
        all[0] = "otlp=" + address;
        System.arraycopy(options, 0, all, 1, options.length);
        return ChildJvm.on(jdk, directory)
                .variable("OTEL_EXPORTER_OTLP_HEADERS", "api-key=" + SECRET)
                .variable("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=a%20b,service.name=other")
                .variable("OTEL_SERVICE_NAME", "shop")
                .variable("OTEL_METRIC_EXPORT_INTERVAL", "1000")
                .agent(all);
    }
}
