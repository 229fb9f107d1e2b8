package io.vtmonitor.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.model.UnpinPlanner;
import io.vtmonitor.report.text.TextStyle;
import io.vtmonitor.scan.report.ScanGate;
import io.vtmonitor.scan.report.ScanReport;
import io.vtmonitor.scan.report.ScanText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of findings. */
class ReportedFindingsTest {
    private static final String PINS = "synchronized void use() throws Exception { Thread.sleep(1); }";

    @TempDir
    Path folder;

    @Test
    void patterns_of_unpin_are_separated_as_the_option_reads_them() throws IOException {
        ScanReport report =
                report((blocking, holders) -> offer("com.acme.**", "com.other.**"), "class A { " + PINS + " }");
        assertThat(text(report)).contains("unpin=com.acme.**;com.other.** (JDK 21).");
    }

    @Test
    void what_unpin_does_is_said_of_each_finding_of_which_it_differs_from_the_one_before() throws IOException {
        UnpinPlanner own = (blocking, holders) -> offer(holders.get(0).frame().className());
        assertThat(text(report(own, "class A { " + PINS + " }", "class B { " + PINS + " }")))
                .contains("unpin=A (JDK 21).", "unpin=B (JDK 21).");
        UnpinPlanner same = (blocking, holders) -> offer("com.acme.**");
        assertThat(text(report(same, "class A { " + PINS + " }", "class B { " + PINS + " }")))
                .containsOnlyOnce("unpin=com.acme.**");
    }

    @Test
    void a_condition_on_a_package_is_met_by_what_is_in_it_and_not_by_one_whose_name_goes_on() throws IOException {
        String inner = "class Outer { static class Inner { " + PINS + " } }";
        ScanReport report = report(UnpinPlanner.NONE, "package com.acme; " + inner);
        assertThat(List.of("com.acme", "com.acme.", "com", "com.acme.Outer", "com.acme.Outer$Inner"))
                .allMatch(prefix -> trips(report, prefix));
        assertThat(List.of("com.ac", "com.acme.Out", "com.acme.Outer$In", "com.acme.Outer.Inner"))
                .noneMatch(prefix -> trips(report, prefix));
    }

    private static boolean trips(ScanReport report, String prefix) {
        return new ScanGate(List.of("package:" + prefix))
                .judge(report, null, id -> false)
                .conditions()
                .get(0)
                .tripped();
    }

    private ScanReport report(UnpinPlanner unpin, String... sources) throws IOException {
        ScanResult result = Sources.scan(21, Sources.compile(folder, sources));
        List<Assessment> findings = Assessment.of(result, true, new UnreadCallsTest.Known(true)).stream()
                .map(each -> each.planned(unpin))
                .toList();
        return new ScanReport(
                "tool", List.of("app"), 21, result.classes(), result.methods(), 0, findings, List.of(), null);
    }

    private static UnpinOffer offer(String... patterns) {
        return new UnpinOffer(List.of(patterns), true, null, List.of());
    }

    private static String text(ScanReport report) {
        return ScanText.write(report, 10, false, TextStyle.UNWRAPPED);
    }
}
