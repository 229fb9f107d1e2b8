package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.waiting.Overdue;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads whose sleep is over while computations have all carriers, under the shipped jar. */
class OverdueIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#oneOfFour")
    void threads_that_get_no_carrier_after_their_sleep_are_counted_with_the_hogs_that_have_all(int jdk)
            throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .agent("waits=500ms")
                .flags(List.of(
                        "-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.virtualThreadScheduler.maxPoolSize=2"))
                .main(List.of(Watched.testClasses()), Overdue.class.getName(), List.of())
                .start()) {
            assertThat(jvm.awaitErr(line -> line.contains("Carrier hog (likely)")))
                    .contains("Overdue.compute")
                    .contains(" 50 of the 50 virtual threads that were watched could run but got no carrier.");
        }
    }
}
