package io.vtmonitor.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.report.PoolDemand;
import io.vtmonitor.resources.DemandTotals.Counted;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DemandTotalsTest {
    private static final long SECOND = 1_000_000_000;

    private final DemandTotals totals = new DemandTotals();

    /**
     * One look a second at a pool of ten connections, all of which are lent.
     *
     * @param came callers in each second
     * @param served of them
     * @param held seconds by each
     */
    private @Nullable PoolDemand after(int seconds, int came, int served, double held, int inLine) {
        return after(seconds, came, served, held, inLine, SECOND);
    }

    private @Nullable PoolDemand after(int seconds, int came, int served, double held, int inLine, long longestLent) {
        for (int i = 0; i <= seconds; i++) {
            int line = inLine + (came - served) * i;
            totals.look(new Counted(
                    i * SECOND,
                    served * i,
                    0,
                    line,
                    served * i,
                    (long) (served * i * held * SECOND),
                    10,
                    Math.min(longestLent, i * SECOND),
                    line > 0));
        }
        return totals.demand(10);
    }

    @Test
    void more_callers_than_are_served_need_their_rate_times_the_hold() {
        PoolDemand demand = after(20, 80, 55, 10 / 55.0, 1);
        assertThat(demand.growing()).isTrue();
        assertThat(demand.needed()).isCloseTo(80 * 10 / 55.0, within(0.1));
        assertThat(demand.newSize()).isEqualTo(19);
        assertThat(demand.mostAdmitted()).isEqualTo(10 + 27);
        assertThat(demand.servedPerSecond()).isCloseTo(55, within(0.01));
    }

    @Test
    void callers_that_come_back_only_show_how_many_they_are() {
        PoolDemand demand = after(20, 55, 55, 10 / 55.0, 50);
        assertThat(demand.growing()).isFalse();
        assertThat(demand.newSize()).isEqualTo(60);
    }

    @Test
    void a_few_seconds_or_a_few_returns_are_too_little_to_tell() {
        assertThat(after(2, 80, 55, 10 / 55.0, 1)).isNull();
        assertThat(new DemandTotalsTest().after(20, 2, 1, 10, 1)).isNull();
    }

    @Test
    void what_never_comes_back_has_no_known_time() {
        assertThat(after(20, 80, 55, 0.05, 1)).isNull();
    }

    @Test
    void a_pool_that_gets_one_of_ten_never_back_gets_no_number() {
        assertThat(after(20, 55, 55, 10 / 55.0, 50, 100 * SECOND)).isNull();
    }

    @Test
    void a_pool_whose_callers_wait_for_new_connections_is_large_enough() {
        for (int i = 0; i <= 20; i++) {
            totals.look(new Counted(i * SECOND, 60L * i, 0, 2, 60L * i, 3L * i * SECOND, 3, 0, true));
        }
        assertThat(totals.demand(10)).isNull();
        assertThat(totals.demand(4).newSize()).isEqualTo(5);
    }

    @Test
    void time_in_which_nobody_waits_does_not_count() {
        after(10, 80, 55, 10 / 55.0, 1);
        for (int i = 11; i < 1_000; i++) {
            totals.look(new Counted(i * SECOND, 900, 0, 0, 900, 160 * SECOND, 0, 0, false));
        }
        assertThat(totals.demand(10).nanos()).isEqualTo(10 * SECOND);
    }
}
