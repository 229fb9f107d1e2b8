package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A standard output that takes nothing: a full device, and a pipe whose reader has seen enough. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "/dev/full is there")
class StandardOutputIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        SampleFiles.write(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge report.json --format json", "analyze app.jfr --per-file", "jfc", "list"})
    void a_full_device_is_reported_and_ends_with_exit_code_1(String line) throws Exception {
        assertThat(run(line, true)).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("err.txt")))
                .contains("vt-monitor: can't write ")
                .contains("standard output can't be written to (the disk may be full)")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze app.jfr", "analyze app.jfr --per-file", "diff report.json report.json"})
    void a_reader_that_has_seen_enough_is_no_fault(String line) throws Exception {
        assertThat(run(line, false)).isZero();
        assertThat(folder.resolve("err.txt")).isEmptyFile();
    }

    @Test
    void the_other_outputs_are_written_and_the_gate_is_reported_though_nobody_reads() throws Exception {
        assertThat(run("merge report.json -o - -o out.csv --fail-on total>100ms", false))
                .isEqualTo(3);
        assertThat(folder.resolve("out.csv")).isNotEmptyFile();
        assertThat(run("analyze app.jfr missing.jfr --per-file --fail-on total>1h", false))
                .as("all files are read for the sake of the gate")
                .isEqualTo(1);
        assertThat(Files.readString(folder.resolve("err.txt"))).contains("missing.jfr", "vt-monitor: gate: ");
    }

    private int run(String line, boolean full) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Jdks.home(25).resolve("bin/java").toString(),
                "-jar",
                ChildJvm.shippedJar().toAbsolutePath().toString()));
        command.addAll(List.of(line.split(" ")));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("err.txt").toFile());
        if (full) {
            builder.redirectOutput(Path.of("/dev/full").toFile());
        }
        Process process = builder.start();
        try {
            if (!full) {
                process.getInputStream().close(); // long before it has begun
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }
}
