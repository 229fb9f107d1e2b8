package io.vtmonitor.report.text;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import io.vtmonitor.tally.Merge;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTextTest {
    /** From 09:00:01.234 to 09:00:07.734. */
    private static final Stall STALL = ofDeadlock(Reports.stall());

    private static Stall ofDeadlock(Stall stall) {
        return new Stall(
                stall.begin(),
                stall.nanos(),
                true,
                StallPattern.DEADLOCK,
                stall.confidence(),
                stall.facts(),
                null,
                stall.queued(),
                stall.carriers(),
                null);
    }

    private static WaitVerdict deadlock(String begin, String end, String... covers) {
        Named self = new Named(1, "", true);
        WaitFacts.Link link =
                new WaitFacts.Link(self, null, Thing.Kind.LOCK, "Lock", null, self, null, false, true, List.of());
        return new WaitVerdict(
                WaitVerdictKind.DEADLOCK,
                Confidence.EXACT,
                Instant.parse("2026-11-21T09:" + begin + "Z"),
                Instant.parse("2026-11-21T09:" + end + "Z"),
                false,
                1,
                null,
                null,
                new WaitFacts.Deadlock(List.of(link), 1, 0, 0, WaitFacts.Basis.TWO_LOOKS),
                1,
                Instant.parse("2026-11-21T09:" + begin + "Z"),
                List.of(covers));
    }

    private static Report with(WaitVerdict verdict) {
        return with(STALL, verdict);
    }

    private static Report with(Stall stall, WaitVerdict verdict) {
        Waits none = WaitReports.of(3);
        return Reports.none().with(List.of(stall), List.of()).with(none.with(List.of(), List.of(verdict), List.of()));
    }

    private static List<String> titles(Report report) {
        return FindingsText.lines(report).stream().map(WaitsText.Line::title).toList();
    }

    @Test
    void a_stall_is_told_by_the_deadlock_that_keeps_its_carriers_at_that_time() {
        assertThat(titles(with(deadlock("00:05", "01:00", "stall", "backlog")))).hasSize(1);
        assertThat(titles(with(deadlock("00:00", "00:02", "stall", "backlog")))).hasSize(1);
    }

    @Test
    void a_stall_of_computations_is_told_by_the_carrier_hog_that_keeps_all_carriers_and_not_as_a_deadlock() {
        WaitVerdict of = deadlock("00:05", "01:00", "stall", "backlog");
        WaitVerdict hog = new WaitVerdict(
                WaitVerdictKind.CARRIER_HOG,
                Confidence.LIKELY,
                of.begin(),
                of.end(),
                false,
                9,
                "com.acme.Prices.sum",
                null,
                new WaitFacts.CarrierHog(
                        new WaitFacts.Run(new Named(7, "sums", true), 1, 9, 9), "com.acme.Prices.sum", false, 1),
                1,
                of.begin(),
                of.covers());
        Stall stall = new Stall(
                STALL.begin(),
                STALL.nanos(),
                true,
                StallPattern.CPU,
                STALL.confidence(),
                STALL.facts(),
                null,
                STALL.queued(),
                STALL.carriers(),
                null);
        assertThat(titles(with(stall, hog))).hasSize(1);
        assertThat(TextReport.write(with(stall, hog), 10))
                .contains("the carrier hogs hold the carriers.")
                .doesNotContain("deadlock");
        assertThat(titles(with(STALL, hog))).as("a deadlock is no hog's").hasSize(2);
    }

    @Test
    void a_stall_of_pins_is_told_by_the_deadlock_whose_threads_are_on_all_carriers() {
        WaitVerdict verdict = deadlock("00:05", "01:00", "stall", "backlog");
        Stall.HeldCarrier listed = Reports.stall().carriers().get(0);
        Report its = with(pins(on(listed, 1)), verdict);
        assertThat(titles(its)).hasSize(1);
        assertThat(TextReport.write(its, 10)).contains("the threads of the deadlock hold the carriers.");

        assertThat(titles(with(pins(on(listed, 1), on(listed, 2)), verdict)))
                .as("another thread holds a carrier, too")
                .hasSize(2);
        assertThat(titles(with(pins(), verdict))).hasSize(2);
    }

    private static Stall.HeldCarrier on(Stall.HeldCarrier of, long thread) {
        return new Stall.HeldCarrier(
                of.carrier(),
                new Named(thread, "", true),
                of.state(),
                of.operation(),
                null,
                null,
                of.holders(),
                of.frames());
    }

    private static Stall pins(Stall.HeldCarrier... carriers) {
        Stall of = Reports.stall();
        return new Stall(
                of.begin(),
                of.nanos(),
                true,
                StallPattern.PINS,
                of.confidence(),
                of.facts(),
                null,
                3,
                List.of(carriers),
                null);
    }

    @Test
    void a_stall_is_told_beside_a_deadlock_that_keeps_no_carrier_or_at_another_time() {
        for (WaitVerdict other : List.of(
                deadlock("00:05", "01:00"),
                deadlock("00:05", "01:00", "lock_convoy a.B.c"),
                deadlock("00:00", "00:01", "stall", "backlog"),
                deadlock("00:08", "01:00", "stall", "backlog"))) {
            assertThat(titles(with(other))).hasSize(2).contains("Stall, over");
            assertThat(FixText.of(with(other))).hasSize(2);
        }
    }

    @Test
    void a_stall_keeps_all_carriers_that_the_scheduler_aims_at_where_fewer_are_listed() {
        assertThat(Reports.stalled().jvms().get(0).parallelism()).isEqualTo(2);
        assertThat(FixText.of(Reports.stalled())).singleElement().satisfies(fix -> {
            assertThat(fix.of()).isEqualTo("2 carriers stalled");
            assertThat(fix.nanos()).isEqualTo(nanos(13));
        });
        Stall of = Reports.stall();
        StallFacts.Held held =
                new StallFacts.Held(StallFacts.Doing.COMPUTING, 9, 0, List.of(), false, null, null, false);
        Stall spare = new Stall(
                of.begin(), of.nanos(), false, StallPattern.CPU, of.confidence(), held, null, 3, of.carriers(), null);
        assertThat(FixText.of(Reports.none().with(List.of(spare), List.of())))
                .singleElement()
                .satisfies(fix -> assertThat(fix.of()).isEqualTo("9 carriers stalled"));
    }

    @Test
    void what_the_agent_saw_of_carriers_replaces_what_events_let_expect_of_that_jvm_alone() {
        Limit likely = Limit.of(LimitKind.CARRIERS_LIKELY_HELD, 1, 2, "#30", "", 14);
        Waits kept = WaitReports.of(3)
                .with(List.of(), List.of(), List.of(Limit.of(LimitKind.CARRIERS_KEPT, 1, 2, "#30", "", 14)));
        assertThat(recorded(1, likely).with(kept).limits()).doesNotContain(likely);
        assertThat(recorded(2, likely).with(kept).limits()).contains(likely);
    }

    @Test
    void a_thread_that_the_agent_saw_keep_its_carrier_is_not_listed_again_by_the_dump_at_the_end() {
        Waits kept = WaitReports.of(3)
                .with(List.of(), List.of(), List.of(Limit.of(LimitKind.CARRIERS_KEPT, 2, 2, "#30, #31", "", 14)));
        Limit same = Limit.of(LimitKind.PIN_UNDER_WAY, 1, "#31", "at a.B.c:3");
        assertThat(recorded(1, same).with(kept).limits()).doesNotContain(same);
        Limit other = Limit.of(LimitKind.PIN_UNDER_WAY, 1, "#32", "at a.B.c:3");
        assertThat(recorded(1, other).with(kept).limits()).contains(other);
    }

    private static Report recorded(int jvms, Limit limit) {
        Merge merge = new Merge("vt-monitor");
        for (int i = 0; i < jvms; i++) {
            merge.add(Reports.none());
        }
        merge.limit(limit);
        return merge.report();
    }
}
