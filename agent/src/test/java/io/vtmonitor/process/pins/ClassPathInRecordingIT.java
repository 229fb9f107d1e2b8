package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Watched;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording by the agent names the class files of its JVM. */
class ClassPathInRecordingIT {
    @TempDir
    private Path directory;

    @Test
    void on_the_same_machine_holders_are_exact_without_an_option_and_what_was_read_is_said() throws Exception {
        Path recording = Watched.run(Scenarios.NESTED_MONITORS, 21, directory).recording();
        ChildJvm.Exit exit = ChildJvm.on(25, directory)
                .commandLine("analyze", recording.toString())
                .run();
        assertThat(String.join(" ", exit.out()).replaceAll("\\s+", " "))
                .containsPattern("held by \\S+\\.inner:\\d+ \\(monitor of static field NestedMonitors.INNER, exact\\)")
                .containsPattern("and by \\S+\\.outer:\\d+ \\(monitor of static field NestedMonitors.OUTER, exact\\)")
                .doesNotContain("unsure");
        assertThat(exit.err())
                .anyMatch(line -> line.contains("class files are taken from the places that the recording names")
                        && line.contains(Watched.testClasses().toString()));
    }
}
