package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitFacts.Progress;
import org.junit.jupiter.api.Test;

class GroupProgressTest {
    @Test
    void that_some_may_give_up_is_kept_with_the_time_of_the_carriers() {
        assertThat(new GroupProgress(30, 15, 1).mayGiveUp(true).with(0.3).progress(0))
                .isEqualTo(new Progress(1, 15, 0, true, 0.3, 0));
    }

    @Test
    void carriers_that_had_a_processor_most_of_the_time_are_no_matter() {
        assertThat(new GroupProgress(30, 15, 1).with(0.9).progress(0)).isEqualTo(new Progress(1, 15, 0, false, 0, 0));
    }

    @Test
    void no_more_than_there_are_give_up() {
        assertThat(new GroupProgress(30, 0, 1).gaveUp(29.7).progress(0)).isEqualTo(new Progress(1, 0, 30, false, 0, 0));
        assertThat(new GroupProgress(30, 2, 1).gaveUp(80).progress(12)).isEqualTo(new Progress(1, 2, 30, false, 0, 12));
    }
}
