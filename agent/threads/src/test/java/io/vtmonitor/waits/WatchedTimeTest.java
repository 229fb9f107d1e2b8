package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WatchedTimeTest {
    private static final long MILLI = 1_000_000;

    private long now = 7;
    private final WatchedTime time = new WatchedTime(now);

    private void step(long millis) {
        now += millis * MILLI;
        time.step(now);
    }

    @Test
    void time_in_which_the_watch_itself_did_not_run_does_not_count() {
        step(10);
        step(3_000);
        assertThat(time.seconds()).isLessThan(0.1);
        assertThat(time.isOver()).isFalse();
    }

    @Test
    void a_watch_of_a_second_is_over_and_so_is_one_that_is_always_delayed() {
        for (int i = 0; i < 100; i++) {
            assertThat(time.isOver()).isFalse();
            step(10);
        }
        assertThat(time.isOver()).isTrue();
        WatchedTime delayed = new WatchedTime(0);
        delayed.step(6_000 * MILLI);
        assertThat(delayed.isOver()).isTrue();
        assertThat(delayed.seconds()).isLessThan(0.1);
    }
}
