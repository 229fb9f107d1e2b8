package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pins of a JVM's last moment are in its report, however it ends. */
class NothingLostIT {
    private static final String TIMES = "5";
    private static final String MILLIS = "30";

    @TempDir
    Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {21, 25})
    void no_pin_is_lost_when_main_returns_right_after_it(int jdk) throws Exception {
        Watched run = run(jdk, directory, List.of(TIMES, MILLIS), ChildJvm::endInput);

        assertThat(run.exit().code()).isZero();
        assertThat(run.pins()).isEqualTo(5).isEqualTo(run.done());
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {21, 25})
    void no_pin_is_lost_when_the_application_exits_right_after_it(int jdk) throws Exception {
        Watched run = run(jdk, directory, List.of(TIMES, MILLIS, "3"), jvm -> {});

        assertThat(run.exit().code()).isEqualTo(3);
        assertThat(run.pins()).isEqualTo(5).isEqualTo(run.done());
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {21, 25})
    void no_pin_is_lost_when_the_jvm_is_terminated_right_after_it(int jdk) throws Exception {
        Watched run = run(jdk, directory, List.of(TIMES, MILLIS), jvm -> {
            jvm.awaitOut("done 5"::equals);
            jvm.terminate();
        });

        assertThat(run.exit().code()).as("128 + SIGTERM").isEqualTo(143);
        assertThat(run.pins()).isEqualTo(5).isEqualTo(run.done());
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {21, 25})
    void no_pin_is_lost_in_a_row_of_short_lived_jvms(int jdk) throws Exception {
        for (int i = 0; i < 4; i++) {
            Path own = Files.createDirectory(directory.resolve("jvm-" + i));
            Watched run = run(jdk, own, List.of("1", MILLIS), ChildJvm::endInput);

            assertThat(run.pins()).as("pins of JVM %d", i).isEqualTo(1).isEqualTo(run.done());
        }
    }

    /** By a native frame, which pins on both. */
    private static Watched run(int jdk, Path directory, List<String> arguments, Watched.Ending ending)
            throws Exception {
        return Watched.run(Scenarios.NATIVE_CALL, jdk, directory, arguments, ending);
    }
}
