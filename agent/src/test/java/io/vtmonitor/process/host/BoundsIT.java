package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.DeafAtExit;
import io.vtmonitor.process.programs.Forger;
import io.vtmonitor.process.programs.Host;
import io.vtmonitor.process.programs.ManySites;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What is bounded, whatever the application is like: sites, series, lines, threads of ours, waits. */
class BoundsIT {
    private static final List<String> TWO_CARRIERS =
            List.of("-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.virtualThreadScheduler.maxPoolSize=2");

    /** Of 1,100 sites, all but fifty. */
    private static final String OTHERS =
            "vthread_site_pins_total{library=\"other\",operation=\"other\",reason=\"other\",site=\"other\"} 1050.0";

    /** Beyond {@code stall}, and some. */
    private static final long STOPPED = TimeUnit.MILLISECONDS.toNanos(15_500);

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void of_1100_sites_of_a_loader_that_throws_1000_are_kept_fifty_have_series_twenty_have_lines_and_the_loader_goes(
            int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=32", "-XX:+UseSerialGC"))
                .agent("port=0", "log.from=0%", "threshold=2ms", "monitor.threshold=30ms", "report=" + report)
                .main(List.of(Watched.testClasses()), ManySites.class.getName(), List.of("1100"))
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitWatching();
            jvm.send("pin");
            jvm.awaitOut("pinned"::equals);
            awaitAtLeast(100, serving, "vthread_pins_folded_total"); // the stream is a second late
            Until.holds("the series have them, too", () -> page(serving).contains(OTHERS));
            assertThatFiftyHaveSeries(page(serving));
            jvm.send("let go");
            jvm.awaitOut("collected"::equals);
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.err()).isEqualTo(exit.ours());
            assertThat(exit.ours())
                    .filteredOn(line -> line.startsWith("vt-monitor: pinned for "))
                    .hasSize(20);
            assertThat(exit.ours()).contains("vt-monitor: 980 more new sites are not logged; see the report");
        }
        JsonNode left = Watched.read(report);
        assertThat(left.path("sites")).hasSize(1_000);
        assertThat(left.path("totals").path("pins").asInt()).isEqualTo(1_100);
        assertThat(left.path("limits")
                        .valueStream()
                        .map(limit -> limit.path("sentence").asString()))
                .anyMatch(limit -> limit.startsWith("100 pins of sites beyond"));
    }

    private static void assertThatFiftyHaveSeries(List<String> page) {
        List<String> sites = page.stream()
                .filter(line -> line.startsWith("vthread_site_pins_total{"))
                .toList();
        assertThat(sites).hasSize(51);
        assertThat(sites).filteredOn(line -> line.contains("site=\"other\"")).containsExactly(OTHERS);
        assertThat(page)
                .contains("vthread_threshold_seconds{event=\"pinned\"} 0.002")
                .contains("vthread_watched{feature=\"pins\"} 1.0", "vthread_watched{feature=\"scheduler\"} 1.0")
                .anyMatch(line -> line.startsWith("vthread_threshold_seconds{event=\"file\"} "));
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void the_names_of_threads_forge_no_line_and_a_starved_scheduler_gets_one_thread_of_ours(int jdk) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(TWO_CARRIERS)
                .agent("port=0", "stall=1s", "probe=1ms")
                .main(List.of(Watched.testClasses()), Forger.class.getName(), List.of())
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitErr(line -> line.startsWith("vt-monitor: STALL"));
            assertThat(Scrape.value(serving, "vthread_schedule_delay_current_seconds"))
                    .as("the wait so far")
                    .isGreaterThan(0.5);
            assertThat(Scrape.value(serving, "vthread_scheduler_queued"))
                    .as("the program's own, and the probe after a thousand milliseconds")
                    .isEqualTo(2);
            jvm.send("release");
            jvm.awaitOut("released"::equals);
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.err()).isEqualTo(exit.ours());
            assertThat(exit.ours())
                    .filteredOn(line -> line.contains("a\\u000avt-monitor: forged\\u000d\\u001b[2J\\u2028"))
                    .isNotEmpty();
            assertThat(exit.ours()).noneMatch(line -> line.startsWith("vt-monitor: forged") || line.contains("\u001b"));
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void of_a_flood_of_lines_three_hundred_are_written_and_the_rest_is_counted(int jdk) throws Exception {
        List<String> mistyped = IntStream.range(0, 500)
                .mapToObj(number -> "-Dvtmonitor.none" + number + "=x")
                .toList();
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(mistyped)
                .agent()
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitErr(line -> line.contains("vtmonitor.none36")); // the last of the three hundred, by name
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.err()).isEqualTo(exit.ours()).hasSize(301);
            assertThat(exit.err().get(300))
                    .matches("vt-monitor: 2\\d\\d lines were dropped here: more than 300 a minute");
        }
    }

    /** Both at once, since it takes as long as it takes. */
    @Tag("long")
    @Test
    void a_process_that_was_stopped_for_longer_than_a_stall_did_not_stall() throws Exception {
        List<ChildJvm> jvms = new ArrayList<>();
        try {
            for (int jdk : Jdks.withVirtualThreads().toList()) {
                jvms.add(ChildJvm.on(jdk, Files.createDirectories(directory.resolve("jdk-" + jdk)))
                        .flags(TWO_CARRIERS)
                        .agent("port=0", "stall=15s")
                        .main(List.of(Watched.testClasses()), Forger.class.getName(), List.of())
                        .start());
            }
            for (ChildJvm jvm : jvms) {
                jvm.awaitWatching();
                jvm.awaitErr(line -> line.contains("serving http"));
            }
            for (ChildJvm jvm : jvms) {
                jvm.send("go");
                String serving = jvm.awaitErr(line -> line.contains("serving http"));
                awaitAtLeast(1.6, serving, "vthread_schedule_delay_current_seconds"); // by then it counts
                signal("STOP", jvm);
            }
            LockSupport.parkNanos(STOPPED);
            for (ChildJvm jvm : jvms) {
                signal("CONT", jvm);
                String serving = jvm.awaitErr(line -> line.contains("serving http"));
                for (int looks = 0; looks < 3; looks++) {
                    double before = Scrape.value(serving, "vthread_scheduler_self_seconds_total");
                    awaitAtLeast(Math.nextUp(before), serving, "vthread_scheduler_self_seconds_total");
                }
                assertThat(Scrape.value(serving, "vthread_schedule_delay_current_seconds"))
                        .as("how long the probe has waited by the clock")
                        .isGreaterThan(15);
                jvm.send("release");
                jvm.awaitOut("released"::equals);
                jvm.endInput();
                ChildJvm.Exit exit = jvm.awaitExit();
                assertThat(exit.code()).isZero();
                assertThat(exit.ours()).noneMatch(line -> line.contains("STALL"));
            }
        } finally {
            jvms.forEach(ChildJvm::close);
        }
    }

    /** What is recorded last is told first to an output that takes nothing: it must not be lost for that. */
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void lines_that_nobody_reads_cost_no_pin(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .deaf()
                .agent("threshold=10ms", "exit=30s", "report=" + report)
                .main(List.of(Watched.testClasses()), DeafAtExit.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            Until.holds("it records", () -> Jcmd.ask(jvm, "JFR.check").contains("name=vt-monitor"));
            jvm.send("go");
            jvm.awaitOut("full"::equals);
            assertThat(jvm.awaitExit().code()).isEqualTo(7);
        }
        JsonNode left = Watched.read(report);
        assertThat(left.path("sites").valueStream().map(site -> site.path("id").asString()))
                .containsAll(Stream.of("First", "Second", "Third")
                        .map(name -> DeafAtExit.class.getName() + "$" + name + ".<clinit> [sleep]")
                        .toList());
        assertThat(left.path("limits").toString()).doesNotContain("some of the last pins are missing");
    }

    @Test
    void a_log_that_is_a_pipe_without_a_reader_keeps_no_watch_from_beginning() throws Exception {
        Path pipe = directory.resolve("pipe");
        Path report = directory.resolve("report.json");
        assumeTrue(
                new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0,
                "skipped, no pipe can be made here");
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .flags(Scenarios.NATIVE_CALL.flags())
                .agent("log=" + pipe, "report=" + report, "threshold=10ms")
                .main(List.of(Watched.testClasses()), Scenarios.NATIVE_CALL.program(), List.of("5", "30"))
                .start()) {
            jvm.awaitErr(line -> line.contains("log=" + pipe + ": nobody reads this pipe"));
            Until.holds("it records", () -> Jcmd.ask(jvm, "JFR.check").contains("name=vt-monitor"));
            jvm.send("go");
            jvm.awaitOut("done 5"::equals);
            try (BufferedReader reader = Files.newBufferedReader(pipe)) {
                assertThat(reader.readLine()).contains("vt-monitor: watching");
                jvm.send("exit");
                assertThat(jvm.awaitExit().code()).isZero();
            }
        }
        assertThat(Watched.read(report).path("totals").path("pins").asInt()).isEqualTo(5);
    }

    private static void awaitAtLeast(double least, String serving, String series) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (Scrape.value(serving, series) < least) {
            assertThat(System.nanoTime()).as(series + " stays below " + least).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private static void signal(String name, ChildJvm jvm) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(jvm.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static List<String> page(String serving) throws IOException {
        String url = serving.replaceAll(".*(http://\\S+?/).*", "$1metrics");
        try (var in = URI.create(url).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
