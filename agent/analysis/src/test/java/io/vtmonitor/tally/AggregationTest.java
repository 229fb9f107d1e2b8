package io.vtmonitor.tally;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.Pins;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.Totals;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AggregationTest {
    private static final Source SOURCE = new Source("live", "test", List.of());

    private final Aggregation aggregation = Aggregation.ofRecordings();
    private final Aggregation.JvmFindings jvm = aggregation.jvm(CarrierPool.of(2));

    @Test
    void sites_come_with_the_most_pinned_seconds_first() {
        jvm.accept(Pins.finding(Pins.diagnosis("a.Small.run", false), 0, 10));
        jvm.accept(Pins.finding(Pins.diagnosis("a.Big.run", false), 0, 50));
        jvm.accept(Pins.finding(Pins.diagnosis("a.Small.run", false), 100, 10));
        assertThat(report(1).sites())
                .extracting(SiteFigures::id, SiteFigures::pins, SiteFigures::pinnedNanos)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("a.Big.run [sleep]", 1L, nanos(0.05)),
                        org.assertj.core.groups.Tuple.tuple("a.Small.run [sleep]", 2L, nanos(0.02)));
    }

    @Test
    void capacity_lost_is_pinned_time_over_all_carriers_time() {
        jvm.accept(Pins.finding(Pins.diagnosis("a.B.run", false), 0, 500));
        assertThat(report(1).totals().capacityLost()).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void no_more_capacity_is_lost_than_there_is_where_spare_carriers_were_pinned_too() {
        for (int i = 0; i < 5; i++) {
            jvm.accept(Pins.finding(Pins.diagnosis("a.B.run", false), 0, 500));
        }
        Report report = report(1);
        assertThat(report.totals().pinnedNanos()).isEqualTo(nanos(2.5));
        assertThat(report.totals().maxCarriersPinned()).isEqualTo(5);
        assertThat(report.totals().capacityLost()).isEqualTo(0.5);
        assertThat(report.lostNanos()).isEqualTo(nanos(1.0));
        assertThat(report.sparesPinned()).isTrue();
        assertThat(jvm.carriers(0, 500_000_000L).mean()).isEqualTo(5.0);
        assertThat(jvm.carriers(0, 500_000_000L).capacityLost()).isEqualTo(1.0);
    }

    @Test
    void the_last_minute_has_the_parts_of_pins_that_lie_in_it() {
        jvm.accept(Pins.finding(Pins.diagnosis("a.Early.run", false), 0, 10_000));
        jvm.accept(Pins.finding(Pins.diagnosis("a.Across.run", false), 30_000, 36_000));
        jvm.accept(Pins.finding(Pins.diagnosis("a.Late.run", false), 60_000, 3_000));
        LastMinute last = jvm.lastMinute(0, 120_000_000_000L);
        assertThat(last.nanos()).isEqualTo(nanos(60));
        assertThat(last.pinnedNanos()).isEqualTo(nanos(9));
        assertThat(last.capacityLost()).isCloseTo(9 / 120.0, within(1e-9));
        assertThat(last.starvedNanos()).isEqualTo(nanos(3));
        assertThat(last.sites())
                .containsExactly(
                        new LastMinute.Part("a.Across.run [sleep]", nanos(6)),
                        new LastMinute.Part("a.Late.run [sleep]", nanos(3)));
    }

    @Test
    void of_more_pins_than_are_kept_the_last_minute_and_the_gauges_are_those_of_the_time_that_is_kept() {
        Aggregation.JvmFindings live = Aggregation.live().jvm(CarrierPool.of(2));
        long end = nanos(50);
        for (int i = 0; i < 200_000; i++) {
            live.accept(Pins.finding(Pins.diagnosis("a.B.run", false), i / 4, 1));
        }
        LastMinute last = live.lastMinute(0, end);
        assertThat(last.nanos()).isLessThan(nanos(40)).isGreaterThan(nanos(10));
        assertThat(last.pinnedNanos()).isEqualTo(4 * last.nanos());
        assertThat(last.capacityLost()).isCloseTo(1, within(1e-9));
        assertThat(last.sites()).containsExactly(new LastMinute.Part("a.B.run [sleep]", 4 * last.nanos()));
        assertThat(live.carriers(0, end).mean()).isCloseTo(4, within(1e-9));
        assertThat(live.carriers(0, end).capacityLost()).isCloseTo(1, within(1e-9));
    }

    @Test
    void a_watch_that_is_younger_than_a_minute_is_taken_whole() {
        jvm.accept(Pins.finding(Pins.diagnosis("a.B.run", false), 1_000, 1_000));
        LastMinute last = jvm.lastMinute(1_000_000_000L, 5_000_000_000L);
        assertThat(last.nanos()).isEqualTo(nanos(4));
        assertThat(last.capacityLost()).isCloseTo(1 / 8.0, within(1e-9));
    }

    @Test
    void compensated_pins_are_counted_but_cost_no_capacity() {
        jvm.accept(Pins.finding(Pins.diagnosis("a.B.await", true), 0, 500));
        jvm.accept(Pins.finding(Pins.diagnosis("a.B.run", false), 0, 500));
        Totals totals = report(1).totals();
        assertThat(totals.pinnedNanos()).isEqualTo(nanos(1.0));
        assertThat(totals.compensatedNanos()).isEqualTo(nanos(0.5));
        assertThat(totals.capacityLost()).isCloseTo(0.25, within(1e-9));
        assertThat(totals.starvedNanos()).isZero();
    }

    @Test
    void what_comes_after_the_bound_on_sites_is_counted_as_other_and_said() {
        for (int i = 0; i < 1_100; i++) {
            jvm.accept(Pins.finding(Pins.diagnosis("a.C" + i + ".run", false), i, 1));
        }
        jvm.accept(Pins.finding(Pins.diagnosis("a.C0.run", false), 5_000, 1));
        Report report = report(10);
        assertThat(report.sites()).hasSize(1_000);
        assertThat(report.sites().get(0).id()).isEqualTo("a.C0.run [sleep]");
        assertThat(report.other().pins()).isEqualTo(100);
        assertThat(report.totals().pins()).isEqualTo(1_101);
        assertThat(report.limits()).contains(Limit.of(LimitKind.FOLDED_SITES, 100));
        assertThat(aggregation.foldedPins()).isEqualTo(100);
    }

    @Test
    void a_window_tells_mean_and_most_carriers_pinned() {
        jvm.accept(Pins.finding(Pins.diagnosis("a.B.run", false), 0, 100));
        jvm.accept(Pins.finding(Pins.diagnosis("a.B.run", false), 50, 100));
        Aggregation.Carriers carriers = jvm.carriers(0, 200_000_000L);
        assertThat(carriers.mean()).isCloseTo(1.0, within(1e-9));
        assertThat(carriers.max()).isEqualTo(2);
        assertThat(carriers.capacityLost()).isCloseTo(0.5, within(1e-9));
        assertThat(carriers.starvedSeconds()).isCloseTo(0.05, within(1e-9));
    }

    private Report report(double wallSeconds) {
        Jvm watched = new Jvm(
                "21.0.8",
                Instant.parse("1970-01-01T00:00:00Z"),
                nanos(wallSeconds),
                2,
                "property",
                nanos(0.001),
                nanos(0.02));
        return aggregation.report(SOURCE, List.of(watched), List.of(), List.of());
    }
}
