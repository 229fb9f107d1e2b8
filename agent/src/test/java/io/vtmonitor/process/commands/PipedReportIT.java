package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports and recordings that come through a pipe are told apart as those in files are. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the shell's names of pipes are /dev/fd there")
class PipedReportIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        SampleFiles.write(folder);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "diff - report.json <report.json | 3 | 3",
                "diff <(cat report.json) - <report.json | 3 | 3",
                "diff --before <(cat report.json) app.jfr --after <(cat app.jfr) | 3 | 0",
                "diff /dev/stdin report.json <app.jfr | 0 | 3"
            })
    void either_side_of_a_comparison_may_be_either(String line, int before, int after) throws Exception {
        assertThat(run(line + " -o diff.json")).as("%s", said()).isZero();
        assertThat(Watched.read(folder.resolve("diff.json")).at("/before/pins").asInt())
                .isEqualTo(before);
        assertThat(Watched.read(folder.resolve("diff.json")).at("/after/pins").asInt())
                .isEqualTo(after);
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze report.json", "analyze - <report.json", "analyze <(cat report.json)"})
    void where_recordings_are_read_a_report_is_called_one(String line) throws Exception {
        assertThat(run(line)).isEqualTo(1);
        assertThat(said()).contains("it is JSON, not a recording; merge prints a report");
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("said.txt"));
    }

    private int run(String arguments) throws IOException, InterruptedException {
        String java = Jdks.home(25).resolve("bin/java") + " -jar "
                + ChildJvm.shippedJar().toAbsolutePath();
        Process process = new ProcessBuilder("bash", "-c", java + " " + arguments)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }
}
