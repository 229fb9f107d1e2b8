package io.vtmonitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DurationCountsTest {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final DurationCounts counts = new DurationCounts(new long[] {10, 20}, 0);

    @Test
    void a_duration_as_long_as_a_bound_counts_below_it() {
        counts.add(10, 0);
        counts.add(11, 0);
        counts.add(21, 0);

        assertThat(counts.counts()).containsExactly(1, 1, 1);
        assertThat(counts.count()).isEqualTo(3);
        assertThat(counts.sumSeconds()).isEqualTo(42e-9);
        assertThat(counts.upperSeconds()).containsExactly(10e-9, 20e-9, Double.POSITIVE_INFINITY);
    }

    @Test
    void the_longest_is_forgotten_within_the_third_minute_after_it_and_the_sum_never() {
        counts.add(500_000_000, MINUTE / 2);
        counts.add(100_000_000, 2 * MINUTE);

        assertThat(counts.copy(3 * MINUTE - 1).longestSeconds()).isEqualTo(0.5);
        assertThat(counts.copy(3 * MINUTE).longestSeconds()).isEqualTo(0.1);
        assertThat(counts.copy(100 * MINUTE).longestSeconds()).isZero();
        counts.add(1_000_000_000, 100 * MINUTE + 1);
        assertThat(counts.copy(101 * MINUTE).longestSeconds()).isEqualTo(1);
        assertThat(counts.sumSeconds()).isEqualTo(1.6);
    }

    @Test
    void a_copy_stays_as_it_was() {
        DurationCounts copy = counts.copy(0);
        counts.add(5, 0);
        assertThat(copy.count()).isZero();
        assertThat(copy.sumSeconds()).isZero();
        assertThat(copy.longestSeconds()).isZero();
    }
}
