package io.vtmonitor.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.text.TextReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvReportTest {
    @Test
    void every_site_is_a_row_under_a_header_that_stays() {
        List<List<String>> rows = read(CsvReport.write(PinnedReport.on("21.0.8")
                .library("acme-client", "1.0")
                .pins(3, 60, "*a.B.hold:7", "*a.C.outer:8", "a.Main.run")
                .pins(1, 5, "*a.D.hold", "a.Main.run")
                .report()));

        assertThat(rows).hasSize(3);
        assertThat(String.join(",", rows.get(0)))
                .isEqualTo("site,operation,reason,culprit,line,hold,lock,confidence,library,library_version,holders,"
                        + "entries,pins,pinned_seconds,share,p50_seconds,p99_seconds,max_seconds,compensated,occurrenc"
                        + "e,first_seconds,last_seconds,verdict,advice,summary,action");
        assertThat(rows).allSatisfy(row -> assertThat(row).hasSameSizeAs(rows.get(0)));
        assertThat(rows.get(1).subList(0, 15))
                .containsExactly(
                        "a.B.hold < a.C.outer [sleep]",
                        "sleep",
                        "monitor",
                        "a.B.hold",
                        "7",
                        "monitor",
                        "this",
                        "exact",
                        "acme-client",
                        "1.0",
                        "a.B.hold < a.C.outer",
                        "a.Main.run",
                        "3",
                        "0.18",
                        "0.972973");
        assertThat(rows.get(1)).contains("The frame \"owns\" a monitor.");
        assertThat(rows.get(2).get(4)).as("a line that is not known").isEmpty();
    }

    @Test
    void a_name_that_a_spreadsheet_would_run_is_disarmed() {
        for (String name : List.of("=cmd|' /C calc'!A0.B", "+a.B", "-a.B", "@SUM(1,2).B", "\uff1da.B")) {
            Report report =
                    PinnedReport.on("21.0.8").pins(1, 5, "*" + name + ".run").report();
            assertThat(read(CsvReport.write(report)).get(1).get(0)).isEqualTo("'" + name + ".run [sleep]");
        }
    }

    @Test
    void what_has_no_shape_in_a_name_is_shown_and_begins_no_row() {
        Report report = PinnedReport.on("21.0.8")
                .pins(1, 5, "java.lang.Thread.sleep", "*a.B\u202e\r\n.hold", "a.Main.run")
                .report();
        assertThat(CsvReport.write(report)).contains("a.B\\u202e\\u000d\\u000a.hold");
        assertThat(TextReport.write(report, 5)).contains("a.B\\u202e\\u000d\\u000a.hold");
    }

    @Test
    void a_report_without_sites_is_a_header() {
        assertThat(read(CsvReport.write(Reports.none()))).hasSize(1);
    }

    /** RFC 4180, strictly: lines end in CR LF, quotes stand around the whole field only and are doubled within. */
    private static List<List<String>> read(String csv) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        int at = 0;
        while (at < csv.length()) {
            StringBuilder field = new StringBuilder();
            if (csv.charAt(at) == '"') {
                for (at++; csv.charAt(at) != '"' || csv.startsWith("\"\"", at); at++) {
                    field.append(csv.charAt(at));
                    at += csv.charAt(at) == '"' ? 1 : 0;
                }
                at++;
            } else {
                for (; csv.charAt(at) != ',' && csv.charAt(at) != '\r'; at++) {
                    assertThat(csv.charAt(at)).isNotIn('"', '\n');
                    field.append(csv.charAt(at));
                }
            }
            row.add(field.toString());
            if (csv.startsWith("\r\n", at)) {
                rows.add(row);
                row = new ArrayList<>();
                at += 2;
            } else {
                assertThat(csv.charAt(at)).isEqualTo(',');
                at++;
            }
        }
        assertThat(row).as("an unfinished row").isEmpty();
        return rows;
    }
}
