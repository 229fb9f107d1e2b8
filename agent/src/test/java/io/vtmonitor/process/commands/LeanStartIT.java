package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Watched;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code analyze FILE} loads. Most of a small recording's time is the start, and one lambda, one regular
 * expression or one formatter on the way brings hundreds of classes along.
 */
class LeanStartIT {
    private static final int MOST_OF_OURS = 391;
    private static final int MOST_IN_ALL = 1_554;

    @TempDir
    static Path directory;

    private static List<String> loaded;

    @BeforeAll
    static void analyze() throws Exception {
        Path recording = fromElsewhere(
                Watched.run(Scenarios.NESTED_MONITORS, 21, directory).recording());
        Path log = directory.resolve("classes.txt");
        ChildJvm.Exit exit = ChildJvm.on(25, directory)
                .flags(List.of("-Xlog:class+load:file=" + log + "::filesize=0"))
                .commandLine("analyze", recording.toString())
                .run();
        assertThat(exit.code()).as("exit code of %s", exit).isZero();
        assertThat(exit.out()).anyMatch(line -> line.contains("held by"));
        loaded = Files.readAllLines(log);
    }

    /** The class files that it names are not on this machine: reading them takes more classes. */
    private static Path fromElsewhere(Path recording) throws IOException {
        String bytes = Files.readString(recording, StandardCharsets.ISO_8859_1);
        for (Path named : List.of(Watched.testClasses(), Jdks.home(21))) {
            bytes = bytes.replace(
                    named.toString(), "/" + "x".repeat(named.toString().length() - 1));
        }
        return Files.writeString(recording, bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void neither_picocli_nor_json_nor_metrics_are_loaded() {
        assertThat(loaded)
                .noneMatch(line -> line.contains(".shaded.picocli.")
                        || line.contains(".shaded.jackson.")
                        || line.contains(".shaded.micro"));
    }

    @Test
    void a_watch_without_resources_on_loads_no_class_of_byte_buddy() throws Exception {
        Path log = directory.resolve("watch.txt");
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .flags(List.of("-Xlog:class+load:file=" + log + "::filesize=0"))
                .agent("waits=500ms")
                .main(List.of(Watched.testClasses()), Scenarios.NATIVE_CALL.program(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains(" io.vtmonitor.agent.Session "))
                .noneMatch(line -> line.contains(".bytebuddy.") || line.contains(".LendingAdvice"));
    }

    @Test
    void no_more_classes_are_loaded_than_it_takes() {
        assertThat(loaded.stream().filter(line -> line.contains(" io.vtmonitor.")))
                .hasSizeLessThan(MOST_OF_OURS);
        assertThat(loaded).hasSizeLessThan(MOST_IN_ALL);
    }
}
