package io.vtmonitor.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CarrierTimelineTest {
    @Test
    void no_pins_starve_nobody() {
        assertThat(figures(new CarrierTimeline(2, 100).total())).isEqualTo(new Figures(0, 0, 0));
    }

    @Test
    void carriers_are_starved_only_while_all_of_them_are_pinned() {
        CarrierTimeline timeline = new CarrierTimeline(2, 100);
        timeline.add(0, 100, 0);
        timeline.add(60, 160, 0);
        assertThat(figures(timeline.total())).isEqualTo(new Figures(200, 40, 2));
    }

    @Test
    void a_pin_that_begins_when_another_ends_does_not_overlap_it() {
        CarrierTimeline timeline = new CarrierTimeline(2, 100);
        timeline.add(0, 100, 0);
        timeline.add(100, 200, 0);
        assertThat(figures(timeline.total())).isEqualTo(new Figures(200, 0, 1));
    }

    @Test
    void a_window_sees_only_its_own_part_of_a_pin() {
        CarrierTimeline timeline = new CarrierTimeline(1, 100);
        timeline.add(0, 100, 0);
        assertThat(figures(timeline.sweep(40, 70))).isEqualTo(new Figures(30, 30, 1));
    }

    @Test
    void the_order_in_which_pins_come_does_not_matter_and_neither_does_folding_when_pins_are_short() {
        Random random = new Random(1);
        CarrierTimeline whole = new CarrierTimeline(3, 100_000);
        CarrierTimeline bounded = new CarrierTimeline(3, 64);
        for (int i = 0; i < 10_000; i++) {
            long start = i * 10L;
            long end = start + 1 + random.nextInt(40);
            whole.add(start, end, 0);
            bounded.add(start, end, 0);
        }
        assertThat(bounded.total().starvedNanos()).isEqualTo(whole.total().starvedNanos());
        assertThat(bounded.total().most()).isEqualTo(whole.total().most());
        assertThat(bounded.folded()).isFalse();
    }

    @Test
    void a_pin_that_reaches_back_into_what_was_forgotten_is_told() {
        CarrierTimeline timeline = new CarrierTimeline(1, 4);
        for (int i = 0; i < 10; i++) {
            timeline.add(i * 10, i * 10 + 5, 0);
        }
        timeline.add(0, 200, 0);
        assertThat(timeline.folded()).isTrue();
    }

    @Test
    void the_longest_stretch_is_found_also_where_most_of_it_has_been_forgotten() {
        CarrierTimeline whole = new CarrierTimeline(2, 100_000);
        CarrierTimeline bounded = new CarrierTimeline(2, 64);
        for (CarrierTimeline timeline : new CarrierTimeline[] {whole, bounded}) {
            for (long i = 0; i < 2_000; i++) {
                long gap = i >= 1_500 ? 50_000_000L : 0;
                timeline.add(i * 1_000_000 + gap, (i + 1) * 1_000_000 + gap, 1);
                timeline.add(i * 1_000_000 + gap, (i + 1) * 1_000_000 + gap, 2);
            }
        }
        assertThat(bounded.worst()).extracting(Windows.Window::start).containsExactly(0L, 1_550_000_000L);
        assertThat(bounded.worst()).extracting(Windows.Window::held).containsExactly(1_500_000_000L, 500_000_000L);
        assertThat(whole.worst()).isEqualTo(bounded.worst());
    }

    @Test
    void where_never_all_carriers_were_pinned_the_worst_is_as_many_as_ever_were() {
        CarrierTimeline timeline = new CarrierTimeline(8, 100);
        timeline.add(0, 100, 1);
        timeline.add(50, 80, 2);
        assertThat(timeline.worst()).hasSize(1);
        assertThat(timeline.worst().get(0).level()).isEqualTo(2);
        assertThat(timeline.worst().get(0).held()).isEqualTo(30);
    }

    private record Figures(long pinnedNanos, long starvedNanos, int most) {}

    private static Figures figures(Sweep sweep) {
        return new Figures(sweep.pinnedNanos(), sweep.starvedNanos(), sweep.most());
    }
}
