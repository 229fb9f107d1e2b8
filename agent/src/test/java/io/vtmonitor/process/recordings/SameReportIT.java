package io.vtmonitor.process.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.JsonDifferences;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import java.io.File;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What the agent wrote at exit is what {@code analyze} makes of the recording it left, on whichever Java that runs. */
class SameReportIT {
    @TempDir
    Path directory;

    static Stream<Arguments> runs() {
        return Stream.of(
                        Scenarios.NESTED_MONITORS,
                        Scenarios.MAP_COMPUTES,
                        Scenarios.NATIVE_CALL_ENTERS,
                        Scenarios.CLASS_INIT_WAIT,
                        Scenarios.SLEEP_FREE)
                .flatMap(scenario -> Jdks.inTurn().map(jdk -> arguments(scenario, jdk)));
    }

    @ParameterizedTest(name = "{0} on JDK {1}")
    @MethodSource("runs")
    void live_and_from_the_recording_the_report_is_the_same(Scenarios scenario, int jdk) throws Exception {
        Watched live = Watched.run(scenario, jdk, directory);
        String classPath = Watched.testClasses() + File.pathSeparator + Jdks.home(jdk);

        for (int reader : readers(scenario)) {
            Path json = directory.resolve("analyzed-on-" + reader + ".json");
            ChildJvm.Exit exit = ChildJvm.on(reader, directory)
                    .commandLine(
                            "analyze",
                            live.recording().toString(),
                            "--classpath",
                            classPath,
                            "--format",
                            "json",
                            "-o",
                            json.toString())
                    .run();

            assertThat(exit.code()).as("exit code of %s", exit).isZero();
            assertThat(JsonDifferences.between(live.report(), Watched.read(json), JsonDifferences.OF_THE_SOURCE))
                    .as("live on %s <> analyzed on %s", jdk, reader)
                    .isEmpty();
        }
    }

    /** One Java version, in turn, unless {@code -Dvtmonitor.test.jdks=all} asks for all. */
    private static List<Integer> readers(Scenarios scenario) {
        List<Integer> all = List.of(17, 21, 25);
        long turn = scenario.ordinal() + LocalDate.now(ZoneOffset.UTC).toEpochDay();
        return "all".equals(System.getProperty("vtmonitor.test.jdks")) ? all : List.of(all.get((int) (turn % 3)));
    }

    /** On JDK 21 to 23 a spare carrier stands in only where the pool may have one more. */
    @Test
    void a_wait_that_no_spare_carrier_can_stand_in_for_starves_live_and_from_the_recording() throws Exception {
        Scenarios scenario = Scenarios.WAIT_WITH_TIMEOUT;
        List<String> onlyCarrier =
                List.of("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        Watched live = Watched.run(scenario.program(), onlyCarrier, 21, directory);

        JsonNode totals = live.report().path("totals");
        assertThat(totals.path("pins").asInt()).isEqualTo(3);
        assertThat(totals.path("starvedSeconds").asDouble())
                .isPositive()
                .isEqualTo(totals.path("pinnedSeconds").asDouble());
        assertThat(totals.path("compensatedSeconds").asDouble()).isZero();
        assertThat(JsonDifferences.between(live.report(), live.analyzed(21), JsonDifferences.OF_THE_SOURCE))
                .isEmpty();
        assertThat(ShippedCommandLine.run("analyze", live.recording().toString(), "--fail-on", "starved>0s"))
                .isEqualTo(3);
    }
}
