package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampledDeparturesTest {
    private final SampledDepartures departures = new SampledDepartures(2);

    private void waits(int thread) {
        departures.waits(thread, false, SampledDepartures.UNKNOWN, 0);
    }

    @Test
    void who_leaves_comes_back_and_leaves_again_got_two_turns() {
        departures.left(0, 10);
        waits(0);
        departures.left(0, 20);
        waits(1);
        assertThat(departures.turns(2)).isEqualTo(2);
    }

    @Test
    void who_stays_away_got_one_turn_however_often_that_is_seen() {
        departures.left(0, 10);
        departures.left(0, 20);
        assertThat(departures.turns(2)).isEqualTo(1);
    }

    @Test
    void who_had_left_before_it_could_be_watched_did_not_give_up_as_far_as_is_known() {
        departures.leftBefore(0);
        departures.waits(1, true, 1_000, 0);
        assertThat(departures.mayGiveUp()).isTrue();
        assertThat(departures.turns(2)).isEqualTo(1);
        assertThat(departures.gaveUp(2)).isZero();
        departures.left(0, 5_000);
        assertThat(departures.turns(2)).as("it is not watched").isEqualTo(1);
    }

    @Test
    void the_sample_stands_for_all() {
        departures.left(0, 10);
        assertThat(departures.turns(100)).isEqualTo(50);
        assertThat(new SampledDepartures(0).turns(100)).isZero();
    }

    @Test
    void who_leaves_when_the_time_is_over_gave_up() {
        departures.waits(0, true, 1_000, 0);
        departures.waits(1, true, 1_000, 0);
        departures.left(0, 999);
        departures.left(1, 1_000);
        assertThat(departures.turns(20)).isEqualTo(10);
        assertThat(departures.gaveUp(20)).isEqualTo(10);
        assertThat(departures.mayGiveUp()).isFalse();
    }

    @Test
    void a_time_limit_holds_also_after_the_clock_has_run_over() {
        departures.waits(0, true, Long.MIN_VALUE + 5, Long.MAX_VALUE - 9);
        departures.left(0, Long.MAX_VALUE - 5);
        assertThat(departures.gaveUp(2)).isZero();
        departures.waits(1, true, Long.MIN_VALUE + 5, Long.MAX_VALUE - 9);
        departures.left(1, Long.MIN_VALUE + 6);
        assertThat(departures.gaveUp(2)).isEqualTo(1);
    }

    @Test
    void those_whose_limit_is_known_stand_for_those_whose_limit_is_not() {
        departures.waits(0, true, 1_000, 0);
        departures.waits(1, true, SampledDepartures.UNKNOWN, 0);
        departures.left(1, 2_000);
        assertThat(departures.mayGiveUp()).isTrue();
        assertThat(departures.turns(2)).isEqualTo(1);
        departures.left(0, 2_000);
        assertThat(departures.mayGiveUp()).isFalse();
        assertThat(departures.turns(2)).isZero();
        assertThat(departures.gaveUp(2)).isEqualTo(2);
    }

    private static final long SECOND = 1_000_000_000;

    @Test
    void who_comes_back_unseen_is_known_by_its_new_time_limit() {
        departures.waits(0, true, SECOND, 0);
        departures.waits(1, true, SECOND, 0);
        departures.waits(0, true, 2 * SECOND, SECOND + 1_000);
        departures.waits(1, true, SECOND + SECOND / 2, SECOND / 2);
        assertThat(departures.gaveUp(2)).as("the first").isEqualTo(1);
        assertThat(departures.turns(2)).as("the second").isEqualTo(1);
    }

    @Test
    void who_wakes_up_and_waits_on_has_not_left() {
        departures.waits(0, true, SECOND, 0);
        departures.waits(0, true, SECOND + 1_000_000, SECOND / 2);
        assertThat(departures.gaveUp(2) + departures.turns(2)).isZero();
    }

    @Test
    void who_waits_though_its_known_limit_is_long_over_gave_up_once_and_came_back() {
        departures.waits(0, true, SECOND, 0);
        departures.waits(0, true, SECOND, SECOND + 1_000_000);
        assertThat(departures.gaveUp(2)).as("it may be about to").isZero();
        departures.waits(0, true, SECOND, 2 * SECOND);
        departures.waits(0, true, SECOND, 3 * SECOND);
        assertThat(departures.gaveUp(2)).isEqualTo(1);
    }

    @Test
    void who_is_awake_and_still_next_keeps_its_time_limit_and_gives_up_when_that_is_over() {
        departures.waits(0, true, SECOND, 0);
        departures.isNext(0, true, SECOND + 100_000_000);
        departures.left(0, SECOND + 200_000_000);
        assertThat(departures.turns(2)).isZero();
        assertThat(departures.gaveUp(2)).isEqualTo(1);
    }

    @Test
    void who_is_awake_and_next_where_the_watch_begins_may_have_a_time_limit() {
        departures.isNext(0, true, 0);
        departures.left(0, SECOND);
        assertThat(departures.mayGiveUp()).isTrue();
        departures.isNext(1, false, 0);
        departures.left(1, SECOND);
        assertThat(departures.turns(2)).as("nobody has a limit there").isEqualTo(2);
    }
}
