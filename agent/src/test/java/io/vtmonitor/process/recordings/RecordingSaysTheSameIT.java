package io.vtmonitor.process.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.JsonDifferences;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.RandomBlocks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Random programs with random options: what {@code analyze} makes of {@code recording=} is the report that the agent
 * wrote, in every figure and every limit. {@code -Dvtmonitor.test.programs=N} runs N of them on each JDK.
 */
class RecordingSaysTheSameIT {
    @TempDir
    Path directory;

    static Stream<Arguments> programs() {
        int programs = Integer.getInteger("vtmonitor.test.programs", 1);
        return Stream.of(21, 25)
                .flatMap(jdk -> new Random(jdk)
                        .longs(programs, 1, Integer.MAX_VALUE)
                        .mapToObj(seed -> Arguments.of(jdk, seed)));
    }

    @ParameterizedTest(name = "JDK {0}, seed {1}")
    @MethodSource("programs")
    void the_recording_of_a_random_program_says_what_its_live_report_says(int jdk, long seed) throws Exception {
        Path json = directory.resolve("report.json");
        Path recording = directory.resolve("app.jfr");
        List<String> options = options(new Random(seed), json, recording);
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of(
                        "-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.reflect.useNativeAccessorOnly=true"))
                .agent(options.toArray(String[]::new))
                .main(List.of(Watched.testClasses()), RandomBlocks.class.getName(), List.of(Long.toString(seed)))
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitOut("blocked"::equals);
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }

        JsonNode live = Watched.read(json);
        JsonNode analyzed = new Watched(null, live, recording).analyzed(jdk);

        assertThat(live.path("totals").path("pins").asInt()).isPositive();
        assertThat(JsonDifferences.between(live, analyzed, JsonDifferences.OF_THE_SOURCE))
                .as("live <> analyzed, options %s", options)
                .isEmpty();
    }

    private static List<String> options(Random random, Path json, Path recording) {
        List<String> options = new ArrayList<>(List.of("report=" + json, "recording=" + recording, "waits=off"));
        options.add("threshold=" + List.of("0ms", "1ms", "5ms").get(random.nextInt(3)));
        options.add("monitor.threshold=" + List.of("0ms", "20ms").get(random.nextInt(2)));
        options.add("budget=" + List.of("50", "20000").get(random.nextInt(2)));
        return options;
    }
}
