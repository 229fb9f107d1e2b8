package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.File;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the agent wrote at exit is what {@code analyze} makes of the recording it left, on whichever Java that runs. */
class SameReportIT {
    @TempDir
    Path directory;

    static Stream<Arguments> runs() {
        return Jdks.withVirtualThreads()
                .flatMap(jdk -> Stream.of(
                                Scenarios.NESTED_MONITORS,
                                Scenarios.MAP_COMPUTES,
                                Scenarios.NATIVE_CALL_ENTERS,
                                Scenarios.CLASS_INIT_WAIT,
                                Scenarios.SLEEP_FREE)
                        .map(scenario -> arguments(scenario, jdk)));
    }

    @ParameterizedTest(name = "{0} on JDK {1}")
    @MethodSource("runs")
    void live_and_from_the_recording_the_report_is_the_same(Scenarios scenario, int jdk) throws Exception {
        Watched live = Watched.run(scenario, jdk, directory);
        String classPath = Watched.testClasses() + File.pathSeparator + Jdks.home(jdk);

        for (int reader : new int[] {17, 21, 25}) {
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
}
