package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedTurnsTest {
    private final CountedTurns turns = new CountedTurns();
    private double seen;

    private void window(int now) {
        seen += now;
        turns.step(seen, 0.001, true);
        turns.endWindow();
    }

    private void longSteps(int number, int now) {
        for (int i = 0; i < number; i++) {
            seen += now;
            turns.step(seen, 0.010, false);
        }
    }

    @Test
    void a_steady_pace_of_short_steps_holds_for_the_long_ones_that_show_one_turn_of_many() {
        for (int i = 0; i < 10; i++) {
            window(2);
            longSteps(9, 1);
        }
        assertThat(seen).isEqualTo(110);
        assertThat(turns.turns(1)).isBetween(1_999.0, 2_001.0);
    }

    @Test
    void a_burst_that_one_window_shows_says_nothing_of_the_rest() {
        window(50);
        for (int i = 0; i < 9; i++) {
            longSteps(9, 0);
            window(0);
        }
        assertThat(turns.turns(1)).isEqualTo(50);
    }

    @Test
    void windows_that_were_left_out_because_nothing_moved_count_as_windows_without_turns() {
        for (int i = 0; i < 9; i++) {
            window(2);
            longSteps(9, 1);
            if (i % 3 == 0) {
                turns.skipWindow();
            }
        }
        assertThat(turns.turns(1)).isBetween(1_499.0, 1_501.0);
        for (int i = 0; i < 3; i++) {
            turns.skipWindow();
        }
        assertThat(turns.turns(1)).as("of 15 windows 9 have turns").isEqualTo(99);
    }

    @Test
    void what_long_steps_show_stands_where_short_ones_show_less() {
        for (int i = 0; i < 10; i++) {
            window(0);
            longSteps(9, 1);
        }
        assertThat(turns.turns(1)).isEqualTo(90);
        assertThat(turns.isMoving()).isTrue();
        longSteps(1, 0);
        assertThat(turns.isMoving()).isFalse();
    }
}
