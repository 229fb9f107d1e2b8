package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MovedTest {
    @Test
    void who_waits_for_a_time_and_left_may_have_given_up() {
        assertThat(new Moved(30, 15, 1).text()).endsWith("about 15 of them made progress.");
        assertThat(new Moved(30, 15, 1).mayGiveUp(true).text()).endsWith("about 15 of them made progress or gave up.");
        assertThat(new Moved(30, 0, 1).mayGiveUp(true).text()).endsWith("none of them made progress.");
    }

    @Test
    void that_some_may_give_up_is_kept_with_the_time_of_the_carriers() {
        assertThat(new Moved(30, 15, 1).mayGiveUp(true).with(0.3).text())
                .endsWith("made progress or gave up. The carriers had a processor for 30 % of the time in which they"
                        + " needed one.");
    }

    @Test
    void who_left_because_the_time_was_over_is_said_to_have_given_up() {
        assertThat(new Moved(30, 0, 1).gaveUp(29.7).text())
                .endsWith("none of them made progress, and about 30 gave up when their time was over.");
        assertThat(new Moved(30, 2, 1).gaveUp(80).text())
                .endsWith("about 2 of them made progress, and about 30 gave up when their time was over.");
    }
}
