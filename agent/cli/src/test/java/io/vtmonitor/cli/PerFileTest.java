package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.cli.input.RecordingReport;
import io.vtmonitor.cli.output.Format;
import io.vtmonitor.tally.Merge;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerFileTest {
    @TempDir
    private Path folder;

    private final PrintWriter out = new PrintWriter(new StringWriter());

    @Test
    void a_report_is_named_by_the_path_of_its_recording() {
        write("/hosts/a/app.jfr", "../b/app.jfr");
        assertThat(names()).containsExactlyInAnyOrder("hosts_a_app.jfr.json", "b_app.jfr.json");
    }

    /** A file name has at most 255 bytes, and a letter with an umlaut has two of them. */
    @Test
    void of_a_long_path_the_report_has_the_end_in_its_name_and_another_path_another_report() {
        String deep = ("/" + "d\u00fc".repeat(50)).repeat(4) + "/pod-7/app.jfr";
        write("/a" + deep, "/b" + deep, "/c/app.jfr");
        assertThat(names())
                .hasSize(3)
                .contains("c_app.jfr.json")
                .filteredOn(name -> name.endsWith("_pod-7_app.jfr.json"))
                .hasSize(2)
                .noneMatch(name -> name.contains("\ufffd"));
    }

    private void write(String... files) {
        PerFile reports = new PerFile(folder, Format.JSON);
        for (String file : files) {
            RecordingReport one = new RecordingReport(Path.of(file), new Merge("test").report(), List.of());
            assertThat(reports.write(one, style -> file, out)).isTrue();
        }
    }

    private String[] names() {
        return folder.toFile().list();
    }
}
