package io.vtmonitor.cli.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.cli.Commands;
import io.vtmonitor.report.json.JsonReport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {
    /** The report is of app.jfr, which may lie next to it and be read. */
    @Test
    void a_report_that_can_not_be_chosen_from_is_named_by_its_own_file(@TempDir Path folder) throws IOException {
        Path json = Files.writeString(
                folder.resolve("report.json"),
                JsonReport.write(PinnedReport.on("21.0.8").report()));
        StringWriter err = new StringWriter();
        int code = Commands.line()
                .setErr(new PrintWriter(err, true))
                .execute("diff", json.toString(), json.toString(), "--threshold", "50ms");
        assertThat(code).isEqualTo(1);
        assertThat(err.toString()).startsWith("vt-monitor: " + json + ": a report contains totals only");
        assertThat(err.toString()).doesNotContain("app.jfr");
    }

    @Test
    void a_report_that_comes_twice_counts_once_and_one_of_another_jvm_by_itself(@TempDir Path folder)
            throws IOException {
        String report = JsonReport.write(PinnedReport.on("21.0.8")
                .pins(2, 5, "java.lang.Thread.sleep", "*a.B.hold", "a.Main.run")
                .report());
        String other = JsonReport.write(PinnedReport.on("21.0.8")
                .pins(3, 5, "java.lang.Thread.sleep", "*a.B.hold", "a.Main.run")
                .report());
        List<Long> pins = new ArrayList<>();
        ReportFiles files =
                new ReportFiles((name, read) -> pins.add(read.totals().pins()), problem -> {});
        files.read(new ByteArrayInputStream((report + report + other).getBytes(UTF_8)), "");
        files.read(
                List.of(Files.writeString(folder.resolve("copy.json"), report)), new PrintWriter(new StringWriter()));
        assertThat(pins).containsExactly(2L, 3L);
    }

    @Test
    void a_recording_is_called_one_and_is_not_quoted() {
        List<String> problems = new ArrayList<>();
        ReportFiles files = new ReportFiles((name, read) -> {}, problems::add);
        assertThat(files.read(new ByteArrayInputStream("FLR\0\0\2".getBytes(UTF_8)), "app.jfr"))
                .isZero();
        assertThat(problems)
                .containsExactly(
                        "app.jfr: it is a recording, not a JSON report; to make a report of it, run analyze with -o"
                                + " report.json. It is left out.");
    }

    @Test
    void what_was_read_of_a_damaged_file_is_counted_in_words() throws IOException {
        String report = JsonReport.write(PinnedReport.on("21.0.8").report());
        List<String> problems = new ArrayList<>();
        ReportFiles files = new ReportFiles((name, read) -> {}, problems::add);
        files.read(new ByteArrayInputStream((report + "x").getBytes(UTF_8)), "a.json");
        files.read(new ByteArrayInputStream((report + report + "x").getBytes(UTF_8)), "b.json");
        assertThat(problems.get(0)).endsWith("). The report before that was used.");
        assertThat(problems.get(1)).endsWith("). The 2 reports before that were used.");
    }
}
