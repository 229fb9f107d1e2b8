package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Watched;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pins are told while the application runs, from a stream that on JDK 21 does not know most virtual threads yet, and
 * the recording at exit adds only what the stream had not delivered.
 */
class LiveIT {
    private static final String TIMES = "16";
    private static final String MILLIS = "150";

    @TempDir
    private Path directory;

    static Stream<Arguments> scenarios() {
        return Jdks.withVirtualThreads()
                .flatMap(jdk -> Stream.of(
                                Scenarios.SLEEP_IN_BLOCK,
                                Scenarios.CONTENDED_ENTER,
                                Scenarios.WAIT_WITH_TIMEOUT,
                                Scenarios.NATIVE_CALL)
                        .filter(scenario -> scenario.truth(jdk).pins())
                        .map(scenario -> arguments(scenario, jdk)));
    }

    @ParameterizedTest(name = "{0} on JDK {1}")
    @MethodSource("scenarios")
    void a_pin_is_reported_while_the_application_runs_and_counted_once(Scenarios scenario, int jdk) throws Exception {
        Watched run = Watched.run(scenario, jdk, directory, List.of(TIMES, MILLIS), jvm -> {
            jvm.awaitOut(("done " + TIMES)::equals);
            jvm.awaitErr(line -> line.startsWith("vt-monitor: pinned for"));
            jvm.send("exit");
        });
        assertThat(run.pins()).isEqualTo(Long.parseLong(TIMES)).isEqualTo(run.done());
    }
}
