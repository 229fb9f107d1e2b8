package io.vtmonitor.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.MetricsAlone;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the relocated Micrometer and Prometheus client do to a JVM whose application has settings for its own copies.
 */
class MetricsInHostIT {
    @TempDir
    private Path folder;

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void metrics_ignore_the_applications_prometheus_settings_and_start_nothing(int jdk)
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve("prometheus.properties"), "io.prometheus.metrics.unknown=1");
        Path classes = folder.resolve("classes.log");
        Path output = folder.resolve("output.log");
        Path none = folder.resolve("there-is-none");
        String classPath = String.join(
                File.pathSeparator,
                System.getProperty("vtmonitor.test.jar"),
                Watched.testClasses().toString(),
                folder.toString());
        ProcessBuilder child = new ProcessBuilder(
                        Jdks.home(jdk).resolve("bin/java").toString(),
                        "-Xlog:class+load:file=" + classes,
                        "-Dio.prometheus.metrics.unknown=1",
                        "-Dprometheus.config=" + none,
                        "-cp",
                        classPath,
                        MetricsAlone.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        child.environment().put("IO_PROMETHEUS_METRICS_EXEMPLARS_ENABLED", "false");
        child.environment().put("PROMETHEUS_CONFIG", none.toString());

        int code = child.start().waitFor();

        assertThat(Files.readAllLines(output))
                .as("exit code %s", code)
                .hasSize(3)
                .satisfiesExactly(
                        line -> assertThat(line).matches("metrics: \\d{3} lines"),
                        line -> assertThat(line).isEqualTo("http: HTTP/1.1 200 OK"),
                        line -> assertThat(line).isEqualTo("properties kept"));
        assertThat(loaded(classes))
                .isNotEmpty()
                .noneMatch(name -> name.matches(
                        "(java\\.util\\.logging|javax\\.management|java\\.lang\\.management|sun\\.util\\.logging)\\..*"
                                + "|.*\\.slf4j\\..*|java\\.lang\\.System\\$Logger.*"));
    }

    private static List<String> loaded(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .map(line -> line.replaceAll("^(\\[[^]]*])+ (\\S+).*", "$2"))
                .toList();
    }
}
