package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.report.html.HtmlReport;
import io.vtmonitor.report.json.JsonReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpinTextTest {
    @Test
    void the_counts_come_first_then_what_is_to_be_acted_on_then_why_sites_pin_still() {
        assertThat(UnpinText.lines(Reports.rewritten()))
                .containsExactly(
                        "unpin=com.mysql.cj.** (mysql-connector-j 8.0.33): rewrote 267 places that lock in 16 classes;"
                                + " 1 takes monitor and lock, 1 keeps the monitor, 1 left alone, 1 met outside the"
                                + " pattern, 1 unsound",
                        "UNSOUND: com.acme.Sub.run:7 by the monitor",
                        "left alone: com.mysql.cj.Old: subroutines of old compilers (jsr) in run",
                        "loaded before vt-monitor, so not changed: com.mysql.cj.protocol.ReadAheadInputStream",
                        "still pins, 100 s: com.mysql.cj.protocol.ReadAheadInputStream.read:180, its class was loaded"
                                + " before vt-monitor",
                        "still pins, 100 s: com.mysql.cj.jdbc.StatementImpl.executeQuery:1168, on field given: both,"
                                + " what is in the field is passed in from outside");
    }

    @Test
    void after_an_audit_it_says_what_the_plan_would_save_and_which_patterns_are_missing() {
        UnpinSummary.Place read = new UnpinSummary.Place(
                "com.mysql.cj.protocol.ReadAheadInputStream.read",
                180,
                "this",
                UnpinSummary.How.REWRITTEN,
                "all that lock it are");
        UnpinSummary.Place execute = new UnpinSummary.Place(
                "com.mysql.cj.jdbc.StatementImpl.executeQuery",
                1160,
                "a field",
                UnpinSummary.How.REWRITTEN,
                "all that lock it are");
        assertThat(UnpinText.remaining(audited("com.mysql.cj.**", read, execute)))
                .containsExactly("the plan would save 100 s of 100 s pinned, all of 1 of 1 sites");
        assertThat(UnpinText.remaining(audited("com.mysql.cj.protocol.*", read)))
                .containsExactly(
                        "the plan would save 0 ms of 100 s pinned, all of 0 of 1 sites",
                        "would still pin, 100 s: com.mysql.cj.jdbc.StatementImpl.executeQuery:1168, no pattern of unpin"
                                + " names its class; also match com.mysql.cj.**");
    }

    @Test
    void a_class_is_told_to_be_meant_only_where_a_pattern_names_it_and_none_excludes_it() {
        assertThat(UnpinText.remaining(audited("com.mysql.cj.jdbc.StatementImpl")))
                .contains(
                        "would still pin, 100 s: com.mysql.cj.jdbc.StatementImpl.executeQuery:1168, the place could not"
                                + " be found in the plan");
        assertThat(UnpinText.remaining(audited("com.mysql.cj.jdbc.Statement")))
                .contains(
                        "would still pin, 100 s: com.mysql.cj.jdbc.StatementImpl.executeQuery:1168, no pattern of unpin"
                                + " names its class; also match com.mysql.cj.**");
        assertThat(UnpinText.remaining(audited("com.mysql.cj.**;!com.mysql.cj.jdbc.*")))
                .contains("would still pin, 100 s: com.mysql.cj.jdbc.StatementImpl.executeQuery:1168, its class is"
                        + " excluded by the pattern !com.mysql.cj.jdbc.*");
    }

    private static Report audited(String patterns, UnpinSummary.Place... places) {
        UnpinSummary audit = new UnpinSummary(
                true,
                Stream.of(patterns.split(";")).map(UnpinSummary.Pattern::parse).toList(),
                places.length,
                0,
                0,
                2,
                List.of(places),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0);
        return Reports.mysql().with(List.of(), List.of(audit));
    }

    @Test
    void the_reports_for_people_and_the_page_tell_of_it_and_without_unpin_nothing_is_said() {
        assertThat(TextReport.write(Reports.rewritten(), 10)).contains("UNSOUND: com.acme.Sub.run:7 by the monitor");
        assertThat(HtmlReport.write(Reports.rewritten())).contains("UNSOUND: com.acme.Sub.run:7 by the monitor");
        assertThat(UnpinText.lines(Reports.mysql())).isEmpty();
        assertThat(TextReport.write(Reports.mysql(), 10)).doesNotContain("rewrote");
    }

    @Test
    void it_is_read_back_from_json_as_it_was_written(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("report.json"), JsonReport.write(Reports.rewritten()));
        Report read = JsonReport.read(file);
        assertThat(read).isEqualTo(Reports.rewritten());
        assertThat(read.readFrom("a.json").unpin()).isEqualTo(List.of(Reports.unpin()));
        assertThat(JsonReport.write(Reports.mysql())).doesNotContain("\"unpin\":");
    }
}
