package io.vtmonitor.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.analysis.CarrierTimeline.Sweep;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CarrierTimelineTest {
    @Test
    void no_pins_starve_nobody() {
        assertThat(new CarrierTimeline(2, 100).total()).isEqualTo(new Sweep(0, 0, 0));
    }

    @Test
    void carriers_are_starved_only_while_all_of_them_are_pinned() {
        CarrierTimeline timeline = new CarrierTimeline(2, 100);
        timeline.add(0, 100);
        timeline.add(60, 160);
        assertThat(timeline.total()).isEqualTo(new Sweep(200, 40, 2));
    }

    @Test
    void a_pin_that_begins_when_another_ends_does_not_overlap_it() {
        CarrierTimeline timeline = new CarrierTimeline(2, 100);
        timeline.add(0, 100);
        timeline.add(100, 200);
        assertThat(timeline.total()).isEqualTo(new Sweep(200, 0, 1));
    }

    @Test
    void a_window_sees_only_its_own_part_of_a_pin() {
        CarrierTimeline timeline = new CarrierTimeline(1, 100);
        timeline.add(0, 100);
        assertThat(timeline.sweep(40, 70)).isEqualTo(new Sweep(30, 30, 1));
    }

    @Test
    void the_order_in_which_pins_come_does_not_matter_and_neither_does_folding_when_pins_are_short() {
        Random random = new Random(1);
        CarrierTimeline whole = new CarrierTimeline(3, 100_000);
        CarrierTimeline bounded = new CarrierTimeline(3, 64);
        for (int i = 0; i < 10_000; i++) {
            long start = i * 10L;
            long end = start + 1 + random.nextInt(40);
            whole.add(start, end);
            bounded.add(start, end);
        }
        assertThat(bounded.total().starvedNanos()).isEqualTo(whole.total().starvedNanos());
        assertThat(bounded.total().max()).isEqualTo(whole.total().max());
        assertThat(bounded.folded()).isFalse();
    }

    @Test
    void a_pin_that_reaches_back_into_what_was_forgotten_is_told() {
        CarrierTimeline timeline = new CarrierTimeline(1, 4);
        for (int i = 0; i < 10; i++) {
            timeline.add(i * 10, i * 10 + 5);
        }
        timeline.add(0, 200);
        assertThat(timeline.folded()).isTrue();
    }
}
