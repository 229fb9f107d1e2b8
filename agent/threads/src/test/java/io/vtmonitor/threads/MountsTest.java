package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MountsTest {
    private static final long MILLIS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Mounts mounts = new Mounts();

    @Test
    void a_count_that_grows_is_what_the_pool_tells() {
        assertThat(mounts.total(5, 0)).isEqualTo(5);
        assertThat(mounts.total(1_000_000_000_000L, 1)).isEqualTo(1_000_000_000_000L);
    }

    @Test
    void while_a_worker_leaves_the_pool_nothing_is_lost_and_nothing_added() {
        assertThat(mounts.total(4_000_000_100L, 0)).isEqualTo(4_000_000_100L);
        assertThat(mounts.total(100, MILLIS)).isEqualTo(4_000_000_100L);
        assertThat(mounts.total(4_000_000_200L, 2 * MILLIS)).isEqualTo(4_000_000_200L);
    }

    @Test
    void when_the_count_of_a_worker_wraps_the_total_goes_on() {
        long before = (1L << 32) - 10;
        assertThat(mounts.total(before, 0)).isEqualTo(before);
        assertThat(mounts.total(90, MILLIS))
                .as("it may be a worker that leaves")
                .isEqualTo(before);
        assertThat(mounts.total(190, 500 * MILLIS)).isEqualTo((1L << 32) + 190);
        assertThat(mounts.total(290, 1000 * MILLIS)).isEqualTo((1L << 32) + 290);
    }

    @Test
    void it_wraps_again() {
        mounts.total((1L << 32) - 10, 0);
        mounts.total(90, MILLIS);
        mounts.total(90, 500 * MILLIS);
        mounts.total((1L << 32) - 5, 600 * MILLIS);
        mounts.total(7, 700 * MILLIS);
        assertThat(mounts.total(7, 1200 * MILLIS)).isEqualTo((2L << 32) + 7);
    }
}
