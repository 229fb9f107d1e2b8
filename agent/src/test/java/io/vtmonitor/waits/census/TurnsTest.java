package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns turns = new Turns(2);

    @Test
    void who_leaves_comes_back_and_leaves_again_got_two_turns() {
        turns.look(0, false);
        turns.look(0, true);
        turns.look(0, false);
        turns.look(1, true);
        assertThat(turns.of(2)).isEqualTo(2);
    }

    @Test
    void who_stays_away_got_one_turn_however_often_that_is_seen() {
        turns.look(0, false);
        turns.look(0, false);
        assertThat(turns.of(2)).isEqualTo(1);
    }

    @Test
    void the_sample_stands_for_all() {
        turns.look(0, false);
        assertThat(turns.of(100)).isEqualTo(50);
        assertThat(new Turns(0).of(100)).isZero();
    }
}
