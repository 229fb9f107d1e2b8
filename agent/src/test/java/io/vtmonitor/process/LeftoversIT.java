package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a killed JVM leaves is cleared away by the next one that is watched. */
class LeftoversIT {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {21, 25})
    void what_a_killed_jvm_left_is_gone_after_the_next_start_and_a_living_ones_stays(int jdk) throws Exception {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        Path users = Files.writeString(temporary.resolve("users.jfr"), "not ours");
        try (ChildJvm living = start(jdk)) {
            List<Path> itsOwn = files(temporary);
            ChildJvm killed = start(jdk);
            killed.close();
            killed.awaitExit();
            assertThat(files(temporary)).as("left by the killed one").hasSizeGreaterThan(itsOwn.size() + 1);

            try (ChildJvm next = start(jdk)) {
                next.send("go");
                assertThat(next.awaitExit().code()).isEqualTo(7);
            }
            assertThat(files(temporary)).containsExactlyElementsOf(itsOwn);

            living.send("go");
            assertThat(living.awaitExit().code()).isEqualTo(7);
        }
        assertThat(files(temporary)).containsExactly(users);
    }

    private ChildJvm start(int jdk) throws IOException, InterruptedException {
        ChildJvm jvm = ChildJvm.on(jdk, directory)
                .agent()
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start();
        jvm.awaitOut("ready"::equals);
        jvm.awaitWatching();
        return jvm;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.sorted().toList();
        }
    }
}
