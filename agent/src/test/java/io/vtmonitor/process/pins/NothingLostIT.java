package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.EndsAtOnce;
import io.vtmonitor.process.programs.PinsAtOnce;
import io.vtmonitor.stall.Soak;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The pins of a JVM's last moment are in its report, however it ends. */
class NothingLostIT {
    private static final String TIMES = "5";
    private static final String MILLIS = "30";
    private static final String SCHEDULER = "-Djdk.virtualThreadScheduler.";

    @TempDir
    Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void no_pin_is_lost_when_main_returns_right_after_it(int jdk) throws Exception {
        Watched run = run(jdk, directory, List.of(TIMES, MILLIS), ChildJvm::endInput);

        assertThat(run.exit().code()).isZero();
        assertThat(run.pins()).isEqualTo(5).isEqualTo(run.done());
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void no_pin_is_lost_when_the_application_exits_right_after_it(int jdk) throws Exception {
        Watched run = run(jdk, directory, List.of(TIMES, MILLIS, "3"), jvm -> {});

        assertThat(run.exit().code()).isEqualTo(3);
        assertThat(run.pins()).isEqualTo(5).isEqualTo(run.done());
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void no_pin_is_lost_when_the_jvm_is_terminated_right_after_it(int jdk) throws Exception {
        Watched run = run(jdk, directory, List.of(TIMES, MILLIS), jvm -> {
            jvm.awaitOut("done 5"::equals);
            jvm.terminate();
        });

        assertThat(run.exit().code()).as("128 + SIGTERM").isEqualTo(143);
        assertThat(run.pins()).isEqualTo(5).isEqualTo(run.done());
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void no_pin_is_lost_in_a_row_of_short_lived_jvms(int jdk) throws Exception {
        for (int i = 0; i < 4; i++) {
            Path own = Files.createDirectory(directory.resolve("jvm-" + i));
            Watched run = run(jdk, own, List.of("1", MILLIS), ChildJvm::endInput);

            assertThat(run.pins()).as("pins of JVM %d", i).isEqualTo(1).isEqualTo(run.done());
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_jvm_that_ends_before_the_watch_leaves_a_report_that_says_so(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        ChildJvm.Exit exit = ChildJvm.on(jdk, directory)
                .agent("report=" + report)
                .main(List.of(Watched.testClasses()), EndsAtOnce.class.getName(), List.of())
                .run();

        assertThat(exit.code()).isEqualTo(5);
        assertThat(exit.err()).isEqualTo(exit.ours()).hasSize(1);
        assertThat(exit.ours().get(0))
                .matches("vt-monitor: the JVM ended [0-9.]+ s after it began, before the watch was ready: none of its"
                        + " pins were recorded; the report says so, too");
        JsonNode left = Watched.read(report);
        assertThat(left.path("totals").path("pins").asInt(-1)).isZero();
        assertThat(left.path("limits").path(0).path("sentence").asString()).contains("before the watch was ready");
        ChildJvm.Exit merged = ChildJvm.on(jdk, directory)
                .commandLine("merge", report.toString(), report.toString(), "-o", directory + "/merged.json")
                .run();
        assertThat(merged.code()).as("%s", merged).isZero();
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void no_pin_of_the_first_second_is_lost_where_main_waits_for_the_recording(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        ChildJvm.Exit exit = ChildJvm.on(jdk, directory)
                .agent("report=" + report, "start=before-main", "threshold=100ms")
                .main(List.of(Watched.testClasses()), PinsAtOnce.class.getName(), List.of())
                .run();

        assertThat(exit.code()).isZero();
        JsonNode left = Watched.read(report);
        assertThat(left.path("totals").path("pins").asInt()).as("%s", exit).isEqualTo(3);
        assertThat(left.path("limits").path(0).path("sentence").asString())
                .contains("of the JVM were not watched: pins that began then are missing or counted in part");
        JsonNode jvm = left.path("jvms").path(0);
        Instant started = Instant.parse(jvm.path("jvmStart").asString());
        Instant watched = Instant.parse(jvm.path("start").asString());
        double first = left.path("sites").path(0).path("firstSeconds").asDouble();
        assertThat(started).isBefore(watched);
        assertThat(first).as("counted from the start of the JVM").isGreaterThan(seconds(started, watched));
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    /** The stream tells the time by the clock of the first chunk, and each chunk has its own. */
    @Test
    void no_pin_is_lost_or_counted_twice_over_many_chunks() throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .flags(List.of("-XX:FlightRecorderOptions:maxchunksize=1M", SCHEDULER + "parallelism=8"))
                .agent("report=" + report)
                .main(List.of(Watched.testClasses()), Soak.class.getName(), List.of("8", "250"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            String made = jvm.awaitOut(line -> line.startsWith("made "));
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();

            long reported = Watched.read(report)
                    .path("sites")
                    .valueStream()
                    .filter(site -> site.path("id").asString().equals("io.vtmonitor.stall.Soak.pin [park]"))
                    .mapToLong(site -> site.path("pins").asLong())
                    .sum();
            assertThat("made " + reported).isEqualTo(made);
        }
    }

    /** By a native frame, which pins on both. */
    private static Watched run(int jdk, Path directory, List<String> arguments, Watched.Ending ending)
            throws Exception {
        return Watched.run(Scenarios.NATIVE_CALL, jdk, directory, arguments, ending);
    }
}
