package io.vtmonitor.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.cli.Commands;
import io.vtmonitor.report.json.JsonReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
