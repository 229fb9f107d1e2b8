package io.vtmonitor.gate;

import static io.vtmonitor.Times.nanos;
import static io.vtmonitor.gate.JudgedReports.REPORT;
import static io.vtmonitor.gate.JudgedReports.TODAY;
import static io.vtmonitor.gate.JudgedReports.expressions;
import static io.vtmonitor.gate.JudgedReports.judged;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.diff.Diff;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.text.GateText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions that are met or kept, and what the verdict says of them. */
class GateTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "total>359ms, total>=360ms, total>360ms",
        "site>299ms, site>=300ms, site>300ms",
        "longest>99ms, longest>=100ms, longest>100ms",
        "pins>3, pins>=4, pins>4",
        "lost>0.004%, lost>=0.0049%, lost>0.006%",
        "package:com.acme>299ms, package:com.other, package:com.acme>300ms",
        "package:lib, package:com, package:com.acm"
    })
    void figures_are_those_of_the_sites_that_come_again(String tripped, String alsoTripped, String kept) {
        assertThat(judged(REPORT, tripped, alsoTripped, kept).conditions())
                .extracting(Condition::tripped)
                .containsExactly(true, true, false);
    }

    @Test
    void capacity_lost_is_what_all_pins_cost_or_what_the_counted_ones_kept_carriers_for_where_that_is_less() {
        Report crowded = PinnedReport.on("21.0.8")
                .watchedFor(1)
                .together(5, 500, "java.lang.Thread.sleep", "*com.acme.A.hold", "com.acme.Main.run")
                .report();
        assertThat(judged(crowded, "lost>=50%", "lost>50%").conditions())
                .extracting(Condition::tripped)
                .containsExactly(true, false);
        assertThat(judged(REPORT, "lost>0.005%").conditions())
                .extracting(Condition::tripped)
                .as("360 ms of two hours: the initializer is left out")
                .containsExactly(false);
    }

    @Test
    void what_pins_of_other_schedulers_may_have_cost_fails_no_condition_and_keeps_none() {
        Report crowded = PinnedReport.on("21.0.8")
                .watchedFor(1)
                .together(5, 500, "java.lang.Thread.sleep", "*com.acme.A.hold", "com.acme.Main.run")
                .report();
        Report foreign = crowded.with(new Waits(
                2, 1, 0, 8, 8, List.of(), List.of(), List.of(Limit.of(LimitKind.WAITS_FOR_OTHER_CARRIERS, 8))));

        GateResult result = judged(foreign, "lost>5%", "starved>100ms");
        assertThat(result.conditions()).extracting(Condition::tripped).containsExactly(false, false);
        assertThat(GateText.sentence(result.conditions().get(0))).startsWith("50 % of the capacity lost at most");
        assertThat(result.blind()).isTrue();
        assertThat(GateText.notes(result))
                .anyMatch(note -> note.endsWith("whose carriers they held, so 'lost>5%' can't be evaluated"));
        assertThat(judged(foreign, "lost>60%").blind())
                .as("it can't be more than all pins cost")
                .isFalse();
    }

    @Test
    void a_condition_that_is_met_names_its_sites_the_worst_first() {
        Condition met = judged(REPORT, "site>50ms").conditions().get(0);
        assertThat(GateText.sentence(met))
                .isEqualTo("2 sites, most at com.acme.A.hold [sleep]: 300 ms in 3 pins, longest 100 ms, from"
                        + " com.acme.Main.run");
        assertThat(GateText.met(met)).hasSize(2).last().asString().startsWith("lib.B.hold [sleep]: 60 ms in 1 pin");
    }

    /** Object.wait has most seconds, of which no capacity is lost. */
    @Test
    void lost_capacity_and_starved_time_are_laid_to_sites_that_add_to_them() {
        Report waits = PinnedReport.on("21.0.8")
                .pins(1, 60, "java.lang.Thread.sleep", "*lib.B.hold", "com.acme.Main.run")
                .compensated()
                .pins(9, 100, "java.lang.Object.wait", "*lib.Pool.take", "com.acme.Main.run")
                .report();
        for (Condition met : judged(waits.with(stalls(StallPattern.PINS), List.of()), "lost>0%", "starved>0s")
                .conditions()) {
            assertThat(GateText.sentence(met)).contains(", at lib.B.hold [sleep]: 60 ms in 1 pin");
            assertThat(met.met()).hasSize(1);
        }
        assertThat(GateText.sentence(judged(waits, "total>0s").conditions().get(0)))
                .contains("most at lib.Pool.take");
    }

    @Test
    void one_that_is_kept_says_what_was_seen() {
        assertThat(judged(REPORT, "total>1s", "lost>5%", "site>1s", "longest>1s", "starved>1h")
                        .conditions())
                .extracting(GateText::sentence)
                .containsExactly(
                        "360 ms pinned in all, without what is left out",
                        "< 0.1 % of the capacity lost",
                        "no site has that much, without what is left out",
                        "no pin is that long, without what is left out",
                        "at no time were all carriers pinned");
    }

    @Test
    void what_comes_once_is_left_out_and_said_unless_it_is_asked_for() {
        assertThat(GateText.notes(judged(REPORT, "total>1s")))
                .containsExactly(
                        "left out as loading and initialization of classes, which happen once per JVM: 1 site with 500 "
                                + "ms; --count-one-time counts them");
        GateResult counted = new Gate(expressions("total>359ms", "site>499ms"), GateIgnores.NONE, true, false, TODAY)
                .judge(List.of(REPORT), null);
        assertThat(GateText.sentence(counted.conditions().get(1))).contains("com.acme.C.<clinit>");
        assertThat(GateText.sentence(counted.conditions().get(0))).startsWith("860 ms pinned in all");
        assertThat(counted.notes()).isEmpty();
    }

    @Test
    void exceptions_are_left_out_said_and_told_when_they_are_over_or_useless() throws IOException {
        GateResult result = judged(
                ignores("com.acme.A.* # ticket 7\nno.Such.* # old\nlib.* # until 2026-11-20: upgrade"),
                REPORT,
                "total>60ms",
                "total>=60ms");
        assertThat(result.conditions()).extracting(Condition::tripped).containsExactly(false, true);
        assertThat(GateText.notes(result))
                .contains(
                        "left out by 'com.acme.A.*': 1 site with 300 ms; ticket 7",
                        "line 2 of the list of exceptions, 'no.Such.*', matches no site",
                        "line 3 of the list of exceptions, 'lib.*', expired on 2026-11-20: its sites count");
    }

    @Test
    void whether_a_site_grew_is_not_known_where_the_baseline_lacks_pins() {
        Report before = PinnedReport.on("21.0.8")
                .limit(Limit.of(LimitKind.PINNED_EVENT_OFF))
                .report();
        GateResult result = new Gate(expressions("grew>20%"), GateIgnores.NONE, false, false, TODAY)
                .judge(List.of(REPORT), Diff.between(List.of(before), List.of(REPORT), 0.1));
        assertThat(result.blind()).isTrue();
        assertThat(GateText.notes(result))
                .anyMatch(note -> note.startsWith("the gate is blind: the baseline of 'grew>20%': PINS ARE MISSING: "));
    }

    @Test
    void new_and_grown_sites_are_those_of_the_comparison() {
        Report before = PinnedReport.on("21.0.8")
                .pins(1_000, 10, "java.lang.Thread.sleep", "*com.acme.A.lambda$hold$1")
                .pins(1_000, 10, "java.lang.Thread.sleep", "*com.acme.B.hold")
                .report();
        Report after = PinnedReport.on("21.0.8")
                .pins(1_500, 10, "java.lang.Thread.sleep", "*com.acme.A.lambda$hold$2")
                .pins(1_010, 10, "java.lang.Thread.sleep", "*com.acme.B.hold")
                .pins(1, 30, "java.lang.Thread.sleep", "*com.acme.New.hold")
                .report();
        GateResult result = new Gate(
                        expressions("new", "new>30ms", "grew>20%", "grew>50%", "grew>=50%"),
                        GateIgnores.NONE,
                        false,
                        false,
                        TODAY)
                .judge(List.of(after), Diff.between(List.of(before), List.of(after), 0.1));
        assertThat(result.conditions()).extracting(Condition::tripped).containsExactly(true, false, true, false, true);
        assertThat(GateText.sentence(result.conditions().get(0)))
                .startsWith("1 site, at ")
                .contains("com.acme.New.hold [sleep]");
        assertThat(GateText.met(result.conditions().get(2)))
                .singleElement()
                .asString()
                .startsWith("com.acme.A.lambda$hold");
    }

    @Test
    void a_comparison_says_what_may_make_it_seem_tripped_or_kept() {
        Report before = PinnedReport.on("21.0.8").report();
        Report after = PinnedReport.on("21.0.8").threshold(0.02).report();
        Report grown = PinnedReport.on("21.0.8")
                .threshold(0.02)
                .pins(1, 30, "java.lang.Thread.sleep", "*com.acme.New.hold")
                .report();
        assertThat(GateText.notes(compared(before, grown)))
                .containsExactly(
                        "note on the comparison: the threshold of pins differs: 1 ms before, 20 ms after: sites may "
                                + "appear and vanish for that reason only");
        assertThat(compared(before, after).notes())
                .isEqualTo(compared(before, grown).notes());
    }

    private static GateResult compared(Report before, Report after) {
        return new Gate(expressions("new"), GateIgnores.NONE, false, false, TODAY)
                .judge(List.of(after), Diff.between(List.of(before), List.of(after), 0.1));
    }

    @Test
    void several_reports_are_judged_together() {
        GateResult result = new Gate(expressions("site>599ms", "pins>8"), GateIgnores.NONE, false, false, TODAY)
                .judge(List.of(REPORT, REPORT), null);
        assertThat(result.conditions()).extracting(Condition::tripped).containsExactly(true, false);
    }

    @Test
    void a_stall_counts_as_starved_unless_it_was_the_applications_own_work() {
        assertThat(judged(stalled(StallPattern.PINS), "starved>11s", "starved>13s")
                        .conditions())
                .extracting(Condition::tripped)
                .containsExactly(true, false);
        assertThat(judged(stalled(StallPattern.CPU), "starved>0s").conditions())
                .extracting(Condition::tripped)
                .containsExactly(false);
    }

    private static Report stalled(StallPattern pattern) {
        return REPORT.with(stalls(pattern), List.of());
    }

    private static List<Stall> stalls(StallPattern pattern) {
        return List.of(new Stall(
                Instant.parse("2026-11-21T10:00:00Z"),
                nanos(12),
                false,
                pattern,
                Confidence.EXACT,
                new StallFacts.Worded("held.", "free it."),
                null,
                3,
                List.of(),
                null));
    }

    private GateIgnores ignores(String lines) throws IOException {
        return GateIgnores.read(Files.writeString(directory.resolve("ignore.txt"), lines));
    }

    @Test
    void threads_that_waited_for_what_others_have_are_counted_and_those_that_listen_are_not() {
        Report report = REPORT.with(waits(
                group(WaitOperation.POOL, "HikariCP", 190),
                group(WaitOperation.LOCK, null, 250),
                group(WaitOperation.QUEUE, null, 1_000)));
        GateResult result = judged(report, "waiting>249", "waiting>250", "pool>189", "pool>=191");
        assertThat(result.conditions()).extracting(Condition::tripped).containsExactly(true, false, true, false);
        assertThat(GateText.sentence(result.conditions().get(2)))
                .contains("com.acme.Dao.load [pool of HikariCP]: 190 at once, called by com.acme.Web.get");
        assertThat(result.blind()).isFalse();
    }

    @Test
    void who_waits_for_a_queue_or_a_condition_may_be_idle_and_does_not_count() {
        Report report =
                REPORT.with(waits(group(WaitOperation.QUEUE, null, 40), group(WaitOperation.CONDITION, null, 40)));
        assertThat(judged(report, "waiting>0", "pool>0").conditions())
                .extracting(Condition::tripped)
                .containsExactly(false, false);
    }

    private static Waits waits(WaitGroup... groups) {
        return new Waits(10, nanos(50), nanos(0.01), 1_440, 1_440, List.of(groups), List.of(), List.of());
    }

    private static WaitGroup group(WaitOperation operation, @Nullable String pool, int most) {
        return new WaitGroup(
                new WaitGroup.Place(operation, pool, null, null, "com.acme.Dao.load", "com.acme.Web.get", null),
                new WaitGroup.Count(0, 0, most, most, 10, nanos(1), 0, 0),
                null,
                null,
                List.of());
    }
}
