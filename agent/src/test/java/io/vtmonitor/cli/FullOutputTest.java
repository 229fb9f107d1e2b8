package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.analysis.Merge;
import io.vtmonitor.model.Report;
import io.vtmonitor.sink.JsonReport;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** A standard output that takes nothing, as that of a full disk. */
class FullOutputTest {
    private static final Report NOTHING = new Merge("test").report();

    private final PrintStream before = System.out;

    @TempDir
    private Path folder;

    @BeforeEach
    void fill() {
        System.setOut(new PrintStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("no space left on device");
            }
        }));
    }

    @AfterEach
    void restore() {
        System.setOut(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge REPORT --format json", "merge REPORT", "jfc", "list"})
    void a_command_says_that_it_could_not_write_and_ends_with_exit_code_1(String line) throws IOException {
        Path report = Files.writeString(folder.resolve("report.json"), JsonReport.write(NOTHING));
        StringWriter err = new StringWriter();
        CommandLine commands = Commands.line().setErr(new PrintWriter(err));
        int code = commands.execute(line.replace("REPORT", report.toString()).split(" "));
        assertThat(err.toString())
                .contains("vt-monitor: can't write ")
                .contains("standard output takes no more (a full disk, or its reader has ended)");
        assertThat(code).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TEXT", "JSON"})
    void a_report_for_each_file_is_no_exception(Format format) {
        RecordingReport one = new RecordingReport(Path.of("app.jfr"), NOTHING, List.of());
        PrintWriter out = new PrintWriter(System.out);
        assertThatThrownBy(() -> new PerFile(null, format).write(one, style -> "text", out))
                .hasMessageContaining("standard output takes no more");
    }

    @Test
    void what_goes_into_a_file_does_not_need_it() throws IOException {
        Path report = Files.writeString(folder.resolve("report.json"), JsonReport.write(NOTHING));
        Path merged = folder.resolve("merged.json");
        assertThat(Commands.line().execute("merge", report.toString(), "-o", merged.toString()))
                .isZero();
        assertThat(merged).isNotEmptyFile();
    }
}
