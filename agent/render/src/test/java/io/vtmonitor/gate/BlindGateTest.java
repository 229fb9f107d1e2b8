package io.vtmonitor.gate;

import static io.vtmonitor.Times.nanos;
import static io.vtmonitor.gate.JudgedReports.REPORT;
import static io.vtmonitor.gate.JudgedReports.TODAY;
import static io.vtmonitor.gate.JudgedReports.expressions;
import static io.vtmonitor.gate.JudgedReports.judged;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.diff.Diff;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.text.GateText;
import io.vtmonitor.report.text.LimitText;
import io.vtmonitor.tally.Merge;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was not recorded, or hides what was asked, makes the gate blind. */
class BlindGateTest {
    @Test
    void a_recording_without_the_events_makes_the_gate_blind() {
        Report blind = PinnedReport.on("21.0.8")
                .limit(Limit.of(LimitKind.PINNED_EVENT_OFF))
                .report();
        assertThat(judged(blind, "total>0").blind()).isTrue();
        assertThat(GateText.notes(judged(blind, "total>0")))
                .first()
                .asString()
                .startsWith("the gate is blind: PINS ARE");
        assertThat(judged(REPORT, "total>0").blind()).isFalse();
    }

    @Test
    void dumps_as_a_baseline_do_not_show_what_is_new() {
        List<Report> dumps = List.of(Reports.none(Source.DUMP));
        Gate gate = new Gate(expressions("new"), GateIgnores.NONE, false, false, TODAY);
        assertThat(gate.judge(List.of(REPORT), Diff.between(dumps, List.of(REPORT), Diff.NOISE))
                        .blind())
                .isTrue();
        assertThat(gate.judge(List.of(REPORT), Diff.between(List.of(REPORT), List.of(REPORT), Diff.NOISE))
                        .blind())
                .isFalse();
    }

    @Test
    void a_pin_that_is_shorter_than_what_was_recorded_makes_the_longest_untellable() {
        Report coarse = PinnedReport.on("21.0.8")
                .threshold(0.02)
                .pins(1, 30, "java.lang.Thread.sleep", "*com.acme.A.hold")
                .report();
        assertThat(judged(coarse, "longest>19ms").blind()).isFalse(); // it is met
        assertThat(judged(coarse, "longest>20ms", "longest>1s").blind()).isFalse();
        assertThat(GateText.notes(
                        judged(PinnedReport.on("21.0.8").threshold(0.02).report(), "longest>5ms")))
                .containsExactly(
                        "the gate is blind: pins shorter than 20 ms were not recorded, so 'longest>5ms' can't be"
                                + " evaluated");
    }

    @Test
    void so_does_one_that_is_shorter_than_a_threshold_that_was_raised_for_a_while() {
        for (Limit raised : List.of(
                Limit.of(LimitKind.PIN_THRESHOLD_RAISED, 0.008, 5.0, 500L),
                Limit.of(LimitKind.THRESHOLD_HIGHER_FOR_A_WHILE, "jdk.VirtualThreadPinned", 0.008, 5.0))) {
            Report report = PinnedReport.on("25.0.1").limit(raised).report();
            assertThat(judged(report, "longest>7ms").blind()).isTrue();
            assertThat(judged(report, "longest>8ms", "pins>0").blind()).isFalse();
        }
    }

    @Test
    void so_does_a_shorter_wait_for_a_monitor_where_monitors_pin() {
        PinnedReport ours = PinnedReport.on("21.0.8");
        assertThat(GateText.notes(judged(ours.report(), "longest>5ms")))
                .containsExactly(
                        "the gate is blind: waits for monitors shorter than 20 ms were not recorded, which pin on JDK "
                                + "21.0.8, so 'longest>5ms' can't be evaluated (docs/ci.md says how to record them)");
        assertThat(judged(ours.report(), "longest>20ms").blind()).isFalse();
        assertThat(judged(ours.monitorThreshold(0.005).report(), "longest>5ms").blind())
                .isFalse();
        assertThat(judged(PinnedReport.on("25.0.1").report(), "longest>5ms").blind())
                .isFalse();
    }

    @Test
    void a_package_is_looked_for_among_all_entries_of_a_site_and_not_among_those_it_lists() {
        PinnedReport driver = PinnedReport.on("21.0.8");
        for (int i = 0; i < 15; i++) {
            driver.pins(2, 10, "java.lang.Thread.sleep", "*lib.Driver.query", "org.other.Job" + i + ".run");
        }
        driver.pins(1, 10, "java.lang.Thread.sleep", "*lib.Driver.query", "com.acme.Job.run");
        Report report = driver.report();
        assertThat(report.sites().get(0).entries()).hasSize(10).noneMatch(entry -> entry.startsWith("com.acme"));
        assertThat(judged(report, "package:com.acme", "package:com.none").conditions())
                .extracting(Condition::tripped)
                .containsExactly(true, false);
    }

    @Test
    void a_package_can_not_be_looked_for_among_pins_without_a_stack() {
        Report report = PinnedReport.on("21.0.8")
                .pins(3, 10, "java.lang.Thread.sleep", "*lib.Driver.query")
                .pins(2, 10)
                .report();
        assertThat(GateText.notes(judged(report, "package:com.acme")))
                .contains("the gate is blind: the stack of 2 pins is not known, so 'package:com.acme' can't be"
                        + " evaluated");
        assertThat(judged(report, "pins>9").blind()).isFalse();
    }

    @Test
    void pins_of_sites_that_are_not_told_apart_make_what_they_may_meet_untellable() {
        Report folded = withOther(REPORT, new Figures(10, nanos(2.028), nanos(2.0), List.of()));
        assertThat(GateText.notes(judged(folded, "longest>1s", "site>1s", "package:com.none>1s", "new>1s")))
                .filteredOn(note -> note.startsWith("the gate is blind"))
                .contains(
                        "the gate is blind: 10 pins of sites that are not listed, the longest of 2.00 s, may be what"
                                + " 'longest>1s' asks for",
                        "the gate is blind: 10 pins of sites that are not listed, in all 2.03 s, may be what"
                                + " 'site>1s' asks for");
        assertThat(judged(folded, "longest>3s", "site>3s", "total>9s").blind()).isFalse();
    }

    @Test
    void they_are_added_to_the_listed_seconds_of_a_package() {
        Report folded = withOther(REPORT, other(500));
        assertThat(GateText.notes(judged(folded, "package:com.acme>600ms")))
                .contains(
                        "the gate is blind: 5 pins of sites that are not listed, in all 500 ms, may be, with 300 ms of"
                                + " listed ones, what 'package:com.acme>600ms' asks for");
        assertThat(judged(folded, "package:com.acme>800ms").blind()).isFalse();
        assertThat(judgedTogether(List.of(folded, folded), "package:com.acme>1500ms")
                        .blind())
                .isTrue();
        assertThat(judgedTogether(List.of(folded, folded), "package:com.acme>1600ms")
                        .blind())
                .isFalse();
    }

    @Test
    void they_are_added_to_a_listed_site_only_where_its_report_may_have_more_of_it() {
        Report listed = withOther(REPORT, other(500));
        Report without = withOther(PinnedReport.on("21.0.8").report(), other(400));
        assertThat(judged(listed, "site>500ms").blind())
                .as("one JVM: a site is listed with all its pins")
                .isFalse();
        assertThat(judgedTogether(List.of(listed, without), "site>900ms").blind())
                .as("900 ms may be one that neither lists")
                .isFalse();
        assertThat(judgedTogether(List.of(listed, without), "site>899ms").blind())
                .isTrue();
        assertThat(GateText.notes(judgedTogether(List.of(REPORT, without), "site>600ms")))
                .contains(
                        "the gate is blind: 5 pins of sites that are not listed, in all 400 ms, may be, with 300 ms of"
                                + " listed ones, what 'site>600ms' asks for");
        assertThat(judgedTogether(List.of(REPORT, without), "site>700ms").blind())
                .isFalse();
        Merge merge = new Merge("vt-monitor 1.2.3");
        merge.add(REPORT);
        merge.add(without);
        Report merged = merge.report();
        assertThat(judged(merged, "site>600ms").blind()).isTrue();
        assertThat(judged(merged, "site>700ms").blind()).isFalse();
    }

    private static Figures other(long millis) {
        return new Figures(5, nanos(millis / 1e3), nanos(millis / 1e3 / 5), List.of());
    }

    private static GateResult judgedTogether(List<Report> reports, String expression) {
        return new Gate(JudgedReports.expressions(expression), GateIgnores.NONE, false, false, JudgedReports.TODAY)
                .judge(reports, null);
    }

    private static Report withOther(Report report, Figures other) {
        return new Report(
                report.source(),
                report.jvms(),
                report.timelines(),
                new Report.Pins(
                        report.totals(),
                        report.outlook(),
                        report.plan(),
                        report.sites(),
                        other,
                        report.worst(),
                        report.dimensions(),
                        report.threads(),
                        report.owners()),
                report.limits(),
                report.carrierBusy(),
                report.stalls(),
                report.unpin(),
                report.waits(),
                report.requests());
    }

    @Test
    void a_time_that_holds_nothing_of_the_recording_makes_the_gate_blind() {
        GateResult result = judged(PinnedReport.on("21.0.8").watchedFor(0).report(), "total>0s");
        assertThat(result.blind()).isTrue();
        assertThat(GateText.notes(result)).first().asString().startsWith("the gate is blind: nothing was watched, or");
    }

    @Test
    void a_package_that_no_pin_is_in_makes_the_gate_blind_but_not_a_threshold_that_all_are_below() {
        Report none = PinnedReport.on("21.0.8").report();
        GateResult typo = judged(none.without(new LeftOut(3, 0, 120)), "total>0s");
        assertThat(typo.blind()).isTrue();
        assertThat(GateText.notes(typo))
                .first()
                .asString()
                .startsWith(
                        "the gate is blind: none of 120 pins has a holder or an entry in the package that --package");
        GateResult shorter = judged(none.without(new LeftOut(3, 1, 0)), "total>0s");
        assertThat(shorter.blind()).isFalse();
        assertThat(GateText.notes(shorter))
                .containsExactly("4 pins were not requested, and no condition counts them: 1 left out by --since and"
                        + " --until, 3 by --threshold");
        assertThat(judged(REPORT.without(new LeftOut(0, 0, 120)), "total>1s").blind())
                .isFalse();
    }

    @Test
    void a_gate_is_blind_for_waits_where_nobody_looked() {
        GateResult result = judged(REPORT, "pool>0");
        assertThat(result.blind()).isTrue();
        assertThat(GateText.notes(result))
                .anyMatch(note -> note.contains("what virtual threads wait for was not checked"));
    }

    @Test
    void so_it_is_where_they_were_not_checked_to_the_end() {
        for (Limit limit : List.of(
                Limit.of(LimitKind.WAITS_LOST, "2026-11-21T09:00:00Z", "java.lang.NoSuchFieldError: carrierThread"),
                Limit.of(LimitKind.WAITS_ENDED))) {
            Report report =
                    REPORT.with(new Waits(10, nanos(50), nanos(0.01), 40, 40, List.of(), List.of(), List.of(limit)));
            GateResult result = judged(report, "waiting>100", "pool>10");
            assertThat(GateText.notes(result)).first().isEqualTo("the gate is blind: " + LimitText.sentence(limit));
            assertThat(result.blindSpots()).hasSize(1);
            assertThat(judged(report, "total>1h").blind()).isFalse();
        }
    }
}
