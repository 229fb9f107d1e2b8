package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdaptiveThresholdTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final long ALLOWED = 1_000;

    private final AdaptiveThreshold threshold = new AdaptiveThreshold(MILLI, ALLOWED, 0);
    private long now;

    @Test
    void as_many_events_as_are_allowed_change_nothing() {
        for (int i = 0; i < 100; i++) {
            assertThat(second(1_000, 2 * MILLI)).isFalse();
        }
        assertThat(threshold.nanos()).isEqualTo(MILLI);
    }

    @Test
    void a_burst_that_is_followed_by_less_changes_nothing() {
        for (int i = 0; i < 100; i++) {
            assertThat(second(i % 3 == 0 ? 1_800 : 500, 2 * MILLI)).isFalse();
        }
    }

    @Test
    void a_little_too_much_raises_it_when_it_lasts() {
        assertThat(second(1_300, 2 * MILLI)).isFalse();
        assertThat(second(1_300, 2 * MILLI)).isFalse();
        assertThat(second(1_300, 2 * MILLI)).isTrue();
    }

    @Test
    void a_storm_raises_it_at_once_above_the_events_that_are_too_many() {
        for (int i = 0; i < 100; i++) {
            threshold.event(300 * MILLI);
        }
        assertThat(second(50_000, 3 * MILLI)).isTrue();
        assertThat(threshold.nanos()).isBetween(3 * MILLI, 8 * MILLI);
        assertThat(threshold.isRaised()).isTrue();
        assertThat(threshold.rate()).isEqualTo(50_100);
    }

    @Test
    void events_recorded_before_the_raise_do_not_raise_it_again() {
        second(50_000, 3 * MILLI);
        long raised = threshold.nanos();
        assertThat(second(50_000, 30 * MILLI)).isFalse();
        assertThat(threshold.nanos()).isEqualTo(raised);
        assertThat(second(50_000, 30 * MILLI)).isTrue();
        assertThat(threshold.nanos()).isGreaterThan(30 * MILLI);
    }

    @Test
    void a_threshold_of_nothing_can_be_raised() {
        AdaptiveThreshold none = new AdaptiveThreshold(0, ALLOWED, 0);
        for (int i = 0; i < 50_000; i++) {
            none.event(20_000);
        }
        assertThat(none.changes(SECOND)).isTrue();
        assertThat(none.nanos()).isBetween(20_000L, 100_000L);
    }

    @Test
    void it_comes_back_step_by_step_when_it_has_been_calm() {
        second(50_000, 100 * MILLI);
        assertThat(threshold.nanos()).isGreaterThan(100 * MILLI);
        int steps = 0;
        for (int i = 0; i < 300; i++) {
            steps += second(10, 200 * MILLI) ? 1 : 0;
        }
        assertThat(threshold.nanos()).isEqualTo(MILLI);
        assertThat(threshold.isRaised()).isFalse();
        assertThat(steps).isBetween(5, 10);
    }

    @Test
    void while_events_from_before_the_raise_are_read_it_is_not_calm() {
        second(50_000, 3 * MILLI);
        long raised = threshold.nanos();
        threshold.ignoreUntil(now);
        for (int i = 0; i < 100; i++) {
            threshold.event(now - 100 * SECOND, 3 * MILLI);
            assertThat(second(0, 0)).isFalse();
        }
        for (int i = 0; i < 29; i++) {
            assertThat(second(0, 0)).isFalse();
        }
        assertThat(threshold.nanos()).isEqualTo(raised);
        assertThat(second(0, 0)).isTrue();
    }

    @Test
    void each_storm_that_comes_back_makes_the_next_try_later() {
        second(50_000, 100 * MILLI);
        int first = secondsUntilLowered();
        second(0, 0);
        second(50_000, 100 * MILLI);
        int next = secondsUntilLowered();
        assertThat(next).isGreaterThan(first);
    }

    @Test
    void events_that_another_recording_asks_for_are_no_reason_to_raise() {
        second(50_000, 3 * MILLI);
        second(0, 0);
        long raised = threshold.nanos();
        assertThat(second(50_000, MILLI / 2)).isFalse();
        assertThat(threshold.isHelpless()).isTrue();
        assertThat(threshold.nanos()).isEqualTo(raised);
    }

    /** Under a flood the stream falls behind: ten seconds pass while the begin of one second's events comes. */
    @Test
    void events_are_too_many_by_their_own_times_though_they_come_late() {
        assertThat(untilFlood(threshold, 50_000, SECOND))
                .as("in time: a second's worth")
                .isBetween(1_000, 3_000);
        assertThat(threshold.changes(SECOND)).isTrue();
        assertThat(threshold.nanos()).isBetween(3 * MILLI, 8 * MILLI);
    }

    @Test
    void late_events_are_too_many_after_a_quarter_of_a_seconds_worth() {
        AdaptiveThreshold late = new AdaptiveThreshold(MILLI, 20_000, 0);
        int count = 0;
        do {
            assertThat(count).isLessThan(10_000);
            count++;
        } while (!late.event(count * 10_000L, 3 * MILLI) || !late.floods(5 * SECOND));
        assertThat(late.changes(5 * SECOND)).isTrue();
        assertThat(late.nanos()).isBetween(3 * MILLI, 8 * MILLI);
        assertThat(late.floods(5 * SECOND)).as("counted from the raise on").isFalse();
    }

    @Test
    void as_many_as_are_allowed_are_not_too_many_however_fast_or_late_they_come() {
        assertThat(untilFlood(threshold, 999, SECOND)).isEqualTo(100_000);
        assertThat(untilFlood(new AdaptiveThreshold(MILLI, ALLOWED, 0), 999, 10 * SECOND))
                .isEqualTo(100_000);
        assertThat(threshold.changes(10)).isFalse();
    }

    @Test
    void what_ended_before_the_change_is_not_counted() {
        threshold.ignoreUntil(5 * SECOND);
        for (int i = 0; i < 50_000; i++) {
            assertThat(threshold.event(5 * SECOND - 1, 3 * MILLI)).isFalse();
        }
        assertThat(threshold.changes(SECOND)).isFalse();
    }

    /** How many events of a steady rate come before it is a flood; 100 000 where it is none. */
    private static int untilFlood(AdaptiveThreshold threshold, int aSecond, long at) {
        for (int i = 0; i < 100_000; i++) {
            if (threshold.event(i * (SECOND / aSecond), 3 * MILLI) && threshold.floods(at)) {
                return i;
            }
        }
        return 100_000;
    }

    private int secondsUntilLowered() {
        int seconds = 1;
        while (!second(10, 200 * MILLI)) {
            seconds++;
        }
        return seconds;
    }

    private boolean second(int events, long length) {
        for (int i = 0; i < events; i++) {
            threshold.event(length);
        }
        now += SECOND;
        return threshold.changes(now);
    }
}
