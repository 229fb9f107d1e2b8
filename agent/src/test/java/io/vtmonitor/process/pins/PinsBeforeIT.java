package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.RecordedLater;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.PinsBefore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What counts of pins that began before the recording, as {@link PinsBefore} has them on JDK 25. */
class PinsBeforeIT {
    private static final int CARRIERS = 2;

    @TempDir
    private static Path folder;

    private static Path first;
    private static Path second;

    @BeforeAll
    static void pins_outlast_the_begin_of_a_recording() throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(25, folder)
                .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=" + CARRIERS))
                .main(List.of(Watched.testClasses()), PinsBefore.class.getName(), List.of())
                .run();
        assertThat(exit.out()).as("%s", exit).containsExactly("done");
        first = folder.resolve("1.jfr");
        second = folder.resolve("2.jfr");
    }

    @Test
    void no_more_than_the_capacity_is_lost_whatever_else_is_read_with_the_recording() throws IOException {
        JsonNode alone = analyze(List.of(), second);
        assertThat(alone.at("/totals/pins").asInt()).isEqualTo(CARRIERS);
        assertThat(alone.at("/totals/capacityLost").asDouble()).isBetween(0.1, 1.0);

        for (JsonNode together : List.of(analyze(List.of(), first, second), analyze(List.of(), second, anotherJvm()))) {
            assertThat(together.at("/totals/pins").asInt()).isGreaterThanOrEqualTo(CARRIERS);
            assertThat(lostSeconds(together)).isBetween(lostSeconds(alone) * 0.999, lostSeconds(alone) * 2.001);
            assertThat(together.at("/totals/capacityLost").asDouble()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void a_gap_between_two_recordings_in_one_file_is_no_lost_capacity() throws IOException {
        Path joined = folder.resolve("joined.jfr");
        Files.write(joined, Files.readAllBytes(first));
        Files.write(joined, Files.readAllBytes(second), StandardOpenOption.APPEND);
        JsonNode one = analyze(List.of(), joined);
        assertThat(one.at("/jvms/0/gaps/count").asInt()).isEqualTo(1);
        assertThat(lostSeconds(one)).isCloseTo(lostSeconds(analyze(List.of(), second)), within(1e-6));
    }

    @Test
    void a_carrier_that_is_held_since_before_the_time_asked_for_is_held_in_it() throws IOException {
        JsonNode late = analyze(List.of("--since", "200ms", "--until", "300ms"), second);
        assertThat(late.at("/totals/pins").asInt()).isEqualTo(CARRIERS);
        assertThat(late.at("/totals/starvedSeconds").asDouble()).isEqualTo(0.1);
        assertThat(late.at("/totals/capacityLost").asDouble()).isEqualTo(1);
        assertThat(ShippedCommandLine.run(
                        "analyze",
                        second.toString(),
                        "--since",
                        "200ms",
                        "--count-one-time",
                        "--fail-on",
                        "pins>0",
                        "-o",
                        folder.resolve("gate.json").toString()))
                .isEqualTo(3);
    }

    /** The same pins in a recording of another time. */
    private static Path anotherJvm() throws IOException {
        return Files.write(folder.resolve("another.jfr"), RecordedLater.by(2, second));
    }

    private static double lostSeconds(JsonNode report) {
        double capacity = report.path("jvms")
                .valueStream()
                .mapToDouble(jvm -> jvm.path("wallSeconds").asDouble()
                        * jvm.path("parallelism").asInt())
                .sum();
        return report.at("/totals/capacityLost").asDouble() * capacity;
    }

    private static JsonNode analyze(List<String> options, Path... files) throws IOException {
        Path json = folder.resolve("report.json");
        List<String> arguments = new ArrayList<>(List.of("analyze", "-o", json.toString()));
        arguments.addAll(options);
        for (Path file : files) {
            arguments.add(file.toString());
        }
        assertThat(ShippedCommandLine.run(arguments.toArray(String[]::new))).isZero();
        return Watched.read(json);
    }
}
