package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.pooling.HeldUpBorrower;
import io.vtmonitor.pooling.ReturnsInMonitor;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.waiting.Computing;
import io.vtmonitor.waiting.FewSpinners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** HikariCP's loop around {@code Thread.yield}, other such loops, and none, under the shipped jar. */
class YieldSpinIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#oneOfFour")
    void threads_that_return_connections_to_hikaricp_7_0_2_are_reported_as_a_carrier_hog(int jdk) throws Exception {
        try (ChildJvm jvm = start(jdk, "HikariCP-7.0.2", HeldUpBorrower.class)) {
            jvm.awaitOut("returning"::equals);
            assertThat(jvm.awaitErr(line -> line.contains("Carrier hog")))
                    .contains("Threads spin with Thread.yield in com.zaxxer.hikari.util.ConcurrentBag.requite: ")
                    .contains("Update HikariCP to 7.1.0 or later");
            end(jvm);
        }
        for (Path file : List.of(directory.resolve("report.json"), analyzed())) {
            JsonNode verdict = waits(file).at("/verdicts/0");
            assertThat(verdict.path("kind").asString()).as("%s", file).isEqualTo("carrier_hog");
            assertThat(verdict.path("confidence").asString()).isEqualTo("likely");
            assertThat(verdict.path("site").asString()).isEqualTo("com.zaxxer.hikari.util.ConcurrentBag.requite");
            assertThat(verdict.path("evidence").asString()).contains("Thread.yield in com.zaxxer.hikari");
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void with_7_1_0_the_same_threads_leave_their_carriers_and_are_a_wake_storm_at_most(int jdk) throws Exception {
        try (ChildJvm jvm = start(jdk, "HikariCP-7.1.0", HeldUpBorrower.class)) {
            jvm.awaitOut("returning"::equals);
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            double before = Scrape.value(serving, "vthread_wait_looks_total");
            Until.holds(
                    "eight looks, where a verdict takes two",
                    () -> Scrape.value(serving, "vthread_wait_looks_total") >= before + 8);
            end(jvm);
        }
        for (JsonNode waits : List.of(waits(directory.resolve("report.json")), waits(analyzed()))) {
            assertThat(waits.path("verdicts").findValuesAsString("kind"))
                    .as("%s", waits)
                    .allMatch("wake_storm"::equals);
        }
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void two_threads_that_spin_are_reported_though_most_of_those_that_could_run_are_others(int jdk) throws Exception {
        try (ChildJvm jvm = start(jdk, "HikariCP-7.0.2", FewSpinners.class)) {
            assertThat(jvm.awaitErr(line -> line.contains("Carrier hog")))
                    .contains("Threads spin with Thread.yield in io.vtmonitor.waiting.FewSpinners.spin: ")
                    .contains("Wait with a lock, a condition, or a latch");
            jvm.terminate();
            jvm.awaitExit();
        }
    }

    /** From JDK 26 on, Linux has other parts of the carriers' names. */
    @Test
    void threads_that_compute_without_a_break_are_reported_as_such_or_as_short_of_a_processor_on_a_busy_machine()
            throws Exception {
        try (ChildJvm jvm = start(27, "HikariCP-7.1.0", Computing.class)) {
            assertThat(jvm.awaitErr(
                            line -> line.contains("Carrier hog") || line.contains("The carriers had a processor for ")))
                    .containsPattern(
                            "virtual thread #\\d+ was on its carrier each time it was looked at for \\d+ ms, in"
                                    + " io\\.vtmonitor\\.waiting\\.Computing\\.add\\.|Give the process more processor"
                                    + " time");
            jvm.terminate();
            jvm.awaitExit();
        }
        for (Path file : List.of(directory.resolve("report.json"), analyzed())) {
            assertThat(waits(file).at("/verdicts").findValuesAsString("evidence"))
                    .as("%s", file)
                    .isNotEmpty()
                    .noneMatch(evidence -> evidence.contains("used hardly any processor time"));
        }
    }

    @Test
    void threads_that_return_connections_within_a_monitor_are_reported_as_a_stall_that_no_update_removes()
            throws Exception {
        assertThatNoUpdateRemovesTheStallOf("HikariCP-7.1.0");
    }

    @Tag("long")
    @Test
    void so_are_those_of_the_release_that_spins() throws Exception {
        assertThatNoUpdateRemovesTheStallOf("HikariCP-7.0.2");
    }

    private void assertThatNoUpdateRemovesTheStallOf(String hikari) throws Exception {
        try (ChildJvm jvm = start(21, hikari, ReturnsInMonitor.class)) {
            jvm.awaitErr(line -> line.contains("STALL: ") && line.contains("All 2 carriers are held"));
            jvm.terminate();
            assertThat(jvm.awaitExit().err()).noneMatch(line -> line.contains("Update HikariCP"));
        }
        JsonNode site = JsonMapper.shared()
                .readTree(Files.readString(directory.resolve("report.json")))
                .at("/sites/0/holders/0");
        assertThat(site.path("className").asString()).isEqualTo(ReturnsInMonitor.class.getName());
        assertThat(site.path("confidence").asString()).isEqualTo("exact");
    }

    private ChildJvm start(int jdk, String hikari, Class<?> program) throws IOException {
        Path libraries = RepositoryRoot.resolve("agent/threads/target/pool-libs");
        return ChildJvm.on(jdk, directory)
                .agent(
                        "waits=500ms",
                        "port=0",
                        "report=" + directory.resolve("report.json"),
                        "recording=" + directory.resolve("app.jfr"))
                .flags(List.of(
                        "-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.virtualThreadScheduler.maxPoolSize=2"))
                .main(
                        Stream.concat(
                                        Stream.of(Watched.testClasses()),
                                        Stream.of(hikari, "h2-2.5.252", "slf4j-api-2.0.20")
                                                .map(jar -> libraries.resolve(jar + ".jar")))
                                .toList(),
                        program.getName(),
                        List.of())
                .start();
    }

    private static void end(ChildJvm jvm) throws Exception {
        jvm.send("");
        jvm.awaitOut("done"::equals);
        assertThat(jvm.awaitExit().code()).isZero();
    }

    private Path analyzed() throws Exception {
        Path report = directory.resolve("recorded.json");
        ChildJvm.Exit exit = ChildJvm.on(25, directory)
                .commandLine("analyze", directory.resolve("app.jfr").toString(), "-o", report.toString())
                .run();
        assertThat(exit.code()).as("%s", exit.err()).isZero();
        return report;
    }

    private static JsonNode waits(Path report) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(report)).path("waits");
    }
}
