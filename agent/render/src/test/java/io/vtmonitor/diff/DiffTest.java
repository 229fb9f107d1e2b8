package io.vtmonitor.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.SiteChange;
import io.vtmonitor.report.DifferenceFacts.Why;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.text.DiffText;
import io.vtmonitor.report.text.DifferenceText;
import io.vtmonitor.report.text.TextStyle;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DiffTest {
    @Test
    void sites_appear_vanish_grow_and_shrink() {
        Difference difference = between(
                PinnedReport.on("21.0.8")
                        .pins(1_000, 10, "*a.Gone.hold")
                        .pins(1_000, 10, "*a.More.hold")
                        .pins(1_000, 10, "*a.Less.hold")
                        .pins(1_000, 10, "*a.Same.hold")
                        .report(),
                PinnedReport.on("21.0.8")
                        .pins(1_000, 10, "*a.Fresh.hold")
                        .pins(1_500, 10, "*a.More.hold")
                        .pins(500, 10, "*a.Less.hold")
                        .pins(1_090, 10, "*a.Same.hold")
                        .report());
        assertThat(kinds(difference))
                .isEqualTo(Map.of(
                        "a.Gone.hold [sleep]", Kind.VANISHED,
                        "a.Fresh.hold [sleep]", Kind.APPEARED,
                        "a.More.hold [sleep]", Kind.GREW,
                        "a.Less.hold [sleep]", Kind.SHRANK,
                        "a.Same.hold [sleep]", Kind.SAME));
        assertThat(difference.sites().get(0).changePerHour())
                .as("largest first")
                .isEqualTo(10);
        assertThat(difference.sites().get(4).kind()).isEqualTo(Kind.SAME);
    }

    @Test
    void recordings_of_different_length_are_compared_by_the_hour() {
        Report hour = PinnedReport.on("21.0.8").pins(6_000, 10, "*a.B.hold").report();
        Report tenMinutes = PinnedReport.on("21.0.8")
                .watchedFor(600)
                .pins(1_000, 10, "*a.B.hold")
                .report();
        Difference difference = between(hour, tenMinutes);
        assertThat(kinds(difference)).containsValue(Kind.SAME);
        assertThat(difference.before().perHour())
                .isEqualTo(difference.after().perHour())
                .isEqualTo(60);
    }

    @Test
    void several_reports_of_a_side_are_one() {
        Report half = PinnedReport.on("21.0.8")
                .watchedFor(1_800)
                .pins(500, 10, "*a.B.hold")
                .report();
        Report whole = PinnedReport.on("21.0.8").pins(1_000, 10, "*a.B.hold").report();
        Difference difference = Diff.between(List.of(half, half), List.of(whole), 0.1);
        assertThat(difference.before().jvms()).isEqualTo(2);
        assertThat(difference.before().perHour()).isEqualTo(difference.after().perHour());
        assertThat(difference.sites())
                .singleElement()
                .extracting(SiteChange::kind)
                .isEqualTo(Kind.SAME);
    }

    @Test
    void a_site_is_the_same_after_a_rebuild() {
        Difference difference = between(
                PinnedReport.on("21.0.8")
                        .pins(1_000, 10, "*a.B.lambda$load$3:10", "*a.C$$SpringCGLIB$$0.call:7")
                        .report(),
                PinnedReport.on("21.0.8")
                        .pins(1_000, 10, "*a.B.lambda$load$4:19", "*a.C$$SpringCGLIB$$1.call:9")
                        .report());
        assertThat(kinds(difference)).isEqualTo(Map.of("a.B.lambda$load < a.C$$SpringCGLIB.call [sleep]", Kind.SAME));
    }

    @Test
    void a_few_pins_more_or_less_are_chance() {
        assertThat(kinds(between(pins(5), pins(9)))).containsValue(Kind.SAME);
        assertThat(kinds(between(pins(500), pins(900)))).containsValue(Kind.GREW);
        assertThat(kinds(between(pins(500), pins(540)))).as("within 10 %").containsValue(Kind.SAME);
    }

    @Test
    void a_newer_jdk_explains_what_it_frees() {
        Report old = PinnedReport.on("21.0.8")
                .pins(3, 60, "*a.B.hold")
                .hold(Hold.NATIVE)
                .pins(3, 60, "*a.N.call")
                .report();
        Report fresh = PinnedReport.on("25.0.3").report();
        assertThat(why(between(old, fresh), "a.B.hold [sleep]"))
                .isEqualTo("JDK 21 pins here, 25 does not: on JDK 24 and later, monitors do not hold the carrier (JEP"
                        + " 491)");
        assertThat(why(between(fresh, old), "a.B.hold [sleep]")).startsWith("JDK 21 pins here, 25 does not");
        assertThat(why(between(old, fresh), "a.N.call [sleep]")).isEqualTo("nothing");
        assertThat(why(between(old, PinnedReport.on("21.0.9").report()), "a.B.hold [sleep]"))
                .isEqualTo("nothing");
        assertThat(DifferenceText.notes(between(old, fresh))).contains("the JDK differs: 21.0.8 before, 25.0.3 after");
    }

    @Test
    void pins_that_were_not_asked_for_are_borne_in_mind() {
        Report none = PinnedReport.on("21.0.8").report();
        assertThat(DifferenceText.notes(between(none.without(new LeftOut(1, 2, 3)), none)))
                .containsExactly("before: 6 pins were not requested and are not counted");
        assertThat(DifferenceText.notes(between(none, none.without(new LeftOut(1, 0, 0)))))
                .containsExactly("after: 1 pin was not requested and is not counted");
    }

    @Test
    void a_pin_that_reaches_beyond_the_time_asked_for_counts_in_full_in_figures_per_hour_which_is_said() {
        Report cut =
                PinnedReport.on("21.0.8").limit(Limit.of(LimitKind.ASKED_TIME)).report();
        assertThat(DifferenceText.notes(between(cut, PinnedReport.on("21.0.8").report())))
                .singleElement()
                .asString()
                .startsWith("before: pins that lie outside the requested time are left out")
                .contains("counts in full, also per hour");
    }

    @Test
    void a_site_that_lost_its_monitors_only_is_known_again() {
        Report old = mixed("21.0.8", "*a.B.hold", "*a.N.call");
        Report fresh = mixed("25.0.3", "a.B.hold", "*a.N.call");
        assertThat(kinds(between(old, fresh))).isEqualTo(Map.of("a.N.call [sleep]", Kind.SAME));
        assertThat(between(old, fresh).sites().get(0).formerly()).containsExactly("a.B.hold < a.N.call [sleep]");
        assertThat(why(between(old, fresh), "a.N.call [sleep]"))
                .isEqualTo(
                        "It was a.B.hold < a.N.call [sleep] before: on JDK 24 and later, its monitors do not hold the"
                                + " carrier (JEP 491)");
    }

    @Test
    void a_site_that_lost_its_monitors_only_is_known_again_among_pins_that_never_had_any() {
        Report old = PinnedReport.on("21.0.8")
                .hold(Hold.NATIVE)
                .pins(3, 60, "*a.B.hold", "*a.N.call")
                .pins(2, 60, "a.B.get", "*a.N.call")
                .report();
        Report fresh = PinnedReport.on("25.0.3")
                .hold(Hold.NATIVE)
                .pins(3, 60, "a.B.hold", "*a.N.call")
                .pins(2, 60, "a.B.get", "*a.N.call")
                .report();
        assertThat(kinds(between(old, fresh))).isEqualTo(Map.of("a.N.call [sleep]", Kind.SAME));
        assertThat(why(between(old, fresh), "a.N.call [sleep]"))
                .startsWith("Part of it was a.B.hold < a.N.call [sleep] before: on JDK 24 and later");
    }

    @Test
    void another_version_of_the_library_is_named() {
        Report old = PinnedReport.on("21.0.8")
                .library("driver", "8.0")
                .pins(3, 60, "*a.B.hold")
                .report();
        Report fresh = PinnedReport.on("21.0.8")
                .library("driver", "9.0")
                .pins(3, 60, "*a.C.hold")
                .report();
        assertThat(why(between(old, fresh), "a.B.hold [sleep]")).isEqualTo("driver 8.0 before, 9.0 after");
    }

    @Test
    void what_comes_once_may_be_missed() {
        Report once = PinnedReport.on("21.0.8")
                .hold(Hold.CLASS_INIT)
                .pins(1, 60, "*a.B.<clinit>")
                .report();
        assertThat(why(between(PinnedReport.on("21.0.8").report(), once), "a.B.<clinit> [sleep]"))
                .startsWith("It happens once per JVM");
    }

    @Test
    void what_makes_two_sides_hard_to_compare_is_said() {
        Difference difference = between(
                PinnedReport.on("21.0.8").threshold(0.02).watchedFor(4).report(),
                PinnedReport.on("21.0.8")
                        .limit(Limit.of(LimitKind.PINNED_EVENT_OFF))
                        .report());
        assertThat(DifferenceText.notes(difference))
                .containsExactly(
                        "the threshold of pins differs: 20 ms before, 1 ms after: sites may appear and vanish for that "
                                + "reason only",
                        "before is 4.0 s long: figures per hour are extrapolated",
                        "after: PINS ARE MISSING: jdk.VirtualThreadPinned was not enabled in this recording");
    }

    @Test
    void a_threshold_is_told_in_a_unit_that_shows_it() {
        assertThat(DifferenceText.notes(between(
                        PinnedReport.on("21.0.8").threshold(0.000_1).report(),
                        PinnedReport.on("21.0.8").threshold(0).report())))
                .containsExactly(
                        "the threshold of pins differs: 100 us before, none after: sites may appear and vanish for"
                                + " that reason only");
    }

    @Test
    void the_share_of_the_capacity_is_an_upper_bound_for_printed_events() {
        PinnedReport printed = PinnedReport.on("21.0.8").limit(Limit.of(LimitKind.PRINTED_EVENTS));
        Difference difference = between(
                PinnedReport.on("21.0.8").pins(1_000, 10, "*a.B.hold").report(),
                printed.pins(1_000, 10, "*a.B.hold").report());
        assertThat(difference.before().atMost()).isFalse();
        assertThat(difference.after().atMost()).isTrue();
        assertThat(DiffText.write(difference, 1, TextStyle.UNWRAPPED))
                .containsOnlyOnce(", at most ")
                .contains("the number of carriers or the time watched is unknown");
    }

    @Test
    void no_site_is_new_or_gone_if_a_side_is_dumps() {
        Report recording = pins(1_000);
        Report dumps = Reports.none(Source.DUMP);
        for (Difference difference : List.of(between(dumps, recording), between(recording, dumps))) {
            assertThat(difference.sites()).isEmpty();
            assertThat(DiffText.write(difference, 5, TextStyle.UNWRAPPED))
                    .contains("Pins are not compared: a side was not watched.")
                    .contains(" shows pins that have ended: sites are not compared")
                    .doesNotContain("in all", "appeared", "vanished", "threshold", "extrapolated");
        }
    }

    @Test
    void one_look_is_not_called_a_mean() {
        Report once = pins(1).with(new Waits(1, 0, 0, 8, 8, List.of(), List.of(), List.of()));
        Report often = pins(1).with(new Waits(9, 1, 0, 8, 8, List.of(), List.of(), List.of()));
        assertThat(DifferenceText.notes(between(often, once)))
                .contains("after has one look at what virtual threads waited for: it shows an instant, and that a place"
                        + " appeared or vanished may be chance");
        assertThat(DifferenceText.notes(between(often, often))).noneMatch(note -> note.contains("one look"));
    }

    private static Report pins(int count) {
        return PinnedReport.on("21.0.8").pins(count, 10, "*a.B.hold").report();
    }

    private static Report mixed(String jdk, String... frames) {
        return PinnedReport.on(jdk).hold(Hold.NATIVE).pins(3, 60, frames).report();
    }

    private static Difference between(Report before, Report after) {
        return Diff.between(List.of(before), List.of(after), 0.1);
    }

    private static Map<String, Kind> kinds(Difference difference) {
        return difference.sites().stream().collect(Collectors.toMap(SiteChange::id, SiteChange::kind));
    }

    private static String why(Difference difference, String id) {
        SiteChange change = difference.sites().stream()
                .filter(site -> site.id().equals(id))
                .findFirst()
                .orElseThrow();
        Why why = change.why();
        return why == null ? "nothing" : DifferenceText.sentence(why);
    }
}
