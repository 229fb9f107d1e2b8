package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CarrierTimeTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void carriers_that_hardly_want_a_processor_do_not_lack_one() {
        assertThat(CarrierTime.part(2_000_000, 18_000_000, SECOND)).isEqualTo(1);
    }

    @Test
    void of_carriers_that_want_one_and_wait_for_it_the_part_is_told() {
        assertThat(CarrierTime.part(SECOND / 4, 3 * SECOND / 4, SECOND)).isEqualTo(0.25);
    }

    @Test
    void where_nothing_ran_nothing_is_known() {
        assertThat(CarrierTime.part(0, SECOND, SECOND)).isZero();
    }

    @Test
    void a_thread_with_a_processor_or_in_line_for_one_is_running_whatever_its_name() {
        assertThat(CarrierTime.isRunning("17 (ForkJoinPool-1-) R 1 17 1")).isTrue();
        assertThat(CarrierTime.isRunning("17 (ForkJoinPool-1-) S 1 17 1")).isFalse();
        assertThat(CarrierTime.isRunning("17 (worker) R 3) D 1 17 1")).isFalse();
        assertThat(CarrierTime.isRunning("")).isFalse();
    }

    @Test
    void a_long_name_is_kept_by_its_begin_or_from_jdk_26_on_by_its_begin_and_end() {
        assertThat(CarrierTime.kept("ForkJoinPool-1-worker-1", false)).isEqualTo("ForkJoinPool-1-");
        assertThat(CarrierTime.kept("ForkJoinPool-1-worker-1", true)).isEqualTo("ForkJoi..rker-1");
        assertThat(CarrierTime.kept("ForkJoinPool.commonPool-worker-1", true)).isEqualTo("ForkJoi..rker-1");
        assertThat(CarrierTime.kept("Read-Poller-123", true)).isEqualTo("Read-Poller-123");
    }
}
