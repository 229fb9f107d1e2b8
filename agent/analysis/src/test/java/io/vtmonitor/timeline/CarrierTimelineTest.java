package io.vtmonitor.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.common.CarrierChange;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.timeline.Windows.Window;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CarrierTimelineTest {
    @Test
    void no_pins_starve_nobody() {
        assertThat(figures(new CarrierTimeline(CarrierPool.of(2), 100).total())).isEqualTo(new Figures(0, 0, 0));
    }

    @Test
    void carriers_are_starved_only_while_all_of_them_are_pinned() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(2), 100);
        timeline.add(0, 100, 0, false);
        timeline.add(60, 160, 0, false);
        assertThat(figures(timeline.total())).isEqualTo(new Figures(200, 40, 2));
    }

    @Test
    void a_near_miss_is_each_time_that_all_carriers_but_one_are_pinned() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(3), 100);
        timeline.add(0, 100, 0, false);
        timeline.add(60, 90, 1, false);
        timeline.add(95, 99, 1, false);
        timeline.add(96, 98, 2, false);
        AllButOne near = timeline.total().allButOne();
        assertThat(near.times()).isEqualTo(2);
        assertThat(near.nanos()).isEqualTo(30 + 2);
        assertThat(near.bySite()).isEqualTo(Map.of(0, 32L, 1, 32L));
    }

    @Test
    void the_only_carrier_has_no_near_misses() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(1), 100);
        timeline.add(0, 100, 0, false);
        assertThat(timeline.total().allButOne().times()).isZero();
    }

    @Test
    void a_pin_that_begins_when_another_ends_does_not_overlap_it() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(2), 100);
        timeline.add(0, 100, 0, false);
        timeline.add(100, 200, 0, false);
        assertThat(figures(timeline.total())).isEqualTo(new Figures(200, 0, 1));
    }

    /** Each is as long as it surely was, so the first may end before the second begins. */
    @Test
    void of_rounded_times_only_what_surely_overlaps_counts() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(2), 100);
        timeline.rounded();
        timeline.add(0, 10_400_000, 0, false);
        timeline.add(10_000_000, 20_000_000, 0, false);
        assertThat(figures(timeline.total())).isEqualTo(new Figures(9_300_000 + 8_900_000, 0, 1));
        timeline.add(30_000_000, 30_900_000, 0, false);
        assertThat(figures(timeline.total()))
                .as("it may have been that short")
                .isEqualTo(new Figures(9_300_000 + 8_900_000, 0, 1));
        timeline.add(3_000_000, 63_000_000_000L, 0, false);
        assertThat(figures(timeline.total()).starvedNanos()).isEqualTo(10_300_000 - 4_000_000 + 8_900_000);
    }

    @Test
    void a_window_sees_only_its_own_part_of_a_pin() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(1), 100);
        timeline.add(0, 100, 0, false);
        assertThat(figures(timeline.sweep(40, 70))).isEqualTo(new Figures(30, 30, 1));
    }

    @Test
    void carriers_that_were_added_while_it_was_watched_count_from_then_on() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(2), 100);
        timeline.add(0, 100, 0, false);
        timeline.add(0, 100, 0, false);
        timeline.add(40, 100, 0, false);
        timeline.changes(List.of(new CarrierChange(30, 3), new CarrierChange(70, 4)));

        assertThat(timeline.total().starvedNanos()).isEqualTo(30 + 30);
        assertThat(timeline.total().lostNanos()).isEqualTo(200 + 60);
        assertThat(timeline.sweep(50, 100).starvedNanos()).isEqualTo(20);
        assertThat(timeline.parallelism(0, 100)).isEqualTo(0.3 * 2 + 0.4 * 3 + 0.3 * 4);
    }

    @Test
    void of_a_pin_that_began_before_the_watch_only_the_rest_counts() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(1), 100);
        timeline.add(0, 100, 0, false);
        timeline.add(100, 110, 0, false);
        timeline.begin(60);

        assertThat(figures(timeline.total())).isEqualTo(new Figures(50, 50, 1));
    }

    @Test
    void of_a_pin_the_parts_count_that_lie_outside_of_stretches_that_nobody_watched() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(1), 100);
        timeline.gap(20, 30);
        timeline.gap(50, 60);
        timeline.add(0, 10, 0, false);
        timeline.add(15, 25, 0, false);
        timeline.add(25, 100, 0, false);
        timeline.add(55, 58, 0, false);

        assertThat(figures(timeline.total())).isEqualTo(new Figures(10 + 5 + 20 + 40, 10 + 5 + 20 + 40, 1));
    }

    @Test
    void the_order_in_which_pins_come_does_not_matter_and_neither_does_folding_when_pins_are_short() {
        Random random = new Random(1);
        CarrierTimeline whole = new CarrierTimeline(CarrierPool.of(3), 100_000);
        CarrierTimeline bounded = new CarrierTimeline(CarrierPool.of(3), 64);
        for (int i = 0; i < 10_000; i++) {
            long start = i * 10L;
            long end = start + 1 + random.nextInt(40);
            whole.add(start, end, 0, false);
            bounded.add(start, end, 0, false);
        }
        assertThat(bounded.total().starvedNanos()).isEqualTo(whole.total().starvedNanos());
        assertThat(bounded.total().most()).isEqualTo(whole.total().most());
        assertThat(bounded.folded()).isFalse();
    }

    @Test
    void a_pin_that_reaches_back_into_what_was_forgotten_is_told() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(1), 4);
        for (int i = 0; i < 10; i++) {
            timeline.add(i * 10, i * 10 + 5, 0, false);
        }
        timeline.add(0, 200, 0, false);
        assertThat(timeline.folded()).isTrue();
    }

    @Test
    void the_longest_stretch_is_found_also_where_most_of_it_has_been_forgotten() {
        CarrierTimeline whole = new CarrierTimeline(CarrierPool.of(2), 100_000);
        CarrierTimeline bounded = new CarrierTimeline(CarrierPool.of(2), 64);
        for (CarrierTimeline timeline : new CarrierTimeline[] {whole, bounded}) {
            for (long i = 0; i < 2_000; i++) {
                long gap = i >= 1_500 ? 50_000_000L : 0;
                timeline.add(i * 1_000_000 + gap, (i + 1) * 1_000_000 + gap, 1, false);
                timeline.add(i * 1_000_000 + gap, (i + 1) * 1_000_000 + gap, 2, false);
            }
        }
        assertThat(bounded.worst()).extracting(Windows.Window::start).containsExactly(0L, 1_550_000_000L);
        assertThat(bounded.worst()).extracting(Windows.Window::held).containsExactly(1_500_000_000L, 500_000_000L);
        assertThat(whole.worst()).isEqualTo(bounded.worst());
    }

    @Test
    void where_never_all_carriers_were_pinned_the_worst_is_as_many_as_ever_were() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(8), 100);
        timeline.add(0, 100, 1, false);
        timeline.add(50, 80, 2, false);
        assertThat(timeline.worst()).hasSize(1);
        assertThat(timeline.worst().get(0).level()).isEqualTo(2);
        assertThat(timeline.worst().get(0).held()).isEqualTo(30);
    }

    @Test
    void a_stretch_without_a_free_carrier_ends_when_carriers_are_added() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(2), 100);
        timeline.changes(List.of(new CarrierChange(10, 4)));
        timeline.add(0, 600, 1, false);
        timeline.add(0, 600, 2, false);
        timeline.add(300, 400, 3, false);
        assertThat(timeline.worst()).containsExactly(new Window(2, true, 0, 10, 10, 2, Map.of(1, 1L, 2, 1L)));
        assertThat(timeline.total().starvedNanos()).isEqualTo(10);
    }

    @Test
    void a_stretch_without_a_free_carrier_counts_for_more_than_one_of_many_carriers_with_free_ones() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(2), 100);
        timeline.changes(List.of(new CarrierChange(700, 8)));
        timeline.add(0, 600, 1, false);
        timeline.add(0, 600, 1, false);
        for (int i = 0; i < 3; i++) {
            timeline.add(1_000, 1_001, 2, false);
        }
        assertThat(timeline.worst()).containsExactly(new Window(2, true, 0, 600, 600, 2, Map.of(1, 2L)));
    }

    @Test
    void a_stretch_without_a_free_carrier_begins_when_carriers_are_taken_away() {
        CarrierTimeline timeline = new CarrierTimeline(CarrierPool.of(8), 100);
        timeline.changes(List.of(new CarrierChange(500, 4)));
        for (int i = 0; i < 5; i++) {
            timeline.add(0, 10, 1, false);
        }
        for (int i = 0; i < 4; i++) {
            timeline.add(400, 1_100, 2, false);
        }
        assertThat(timeline.worst()).containsExactly(new Window(4, true, 500, 1_100, 600, 4, Map.of(2, 4L)));
        assertThat(timeline.total().starvedNanos()).isEqualTo(600);
    }

    @Test
    void a_wait_costs_nothing_while_the_pool_can_grow_and_a_carrier_from_there_on() {
        CarrierTimeline timeline = new CarrierTimeline(new CarrierPool(2, 4, 1), 100);
        for (int i = 0; i < 4; i++) {
            timeline.add(i * 10L, 100, 0, true);
        }
        // Two spare carriers: the third wait holds one of two from 20 on, the fourth the other from 30 on.
        Sweep total = timeline.total();
        assertThat(figures(total)).isEqualTo(new Figures(80 + 70, 70, 2));
        assertThat(total.stoodInNanos()).isEqualTo(100 + 90 + 80 + 70 - 150);
        assertThat(timeline.worst()).singleElement().satisfies(worst -> {
            assertThat(worst.start()).isEqualTo(30);
            assertThat(worst.pins()).containsExactly(Map.entry(0, 4L));
        });
    }

    @Test
    void without_room_for_a_spare_carrier_a_wait_holds_its_own() {
        CarrierTimeline timeline = new CarrierTimeline(new CarrierPool(2, 2, 1), 100);
        timeline.add(0, 100, 0, true);
        timeline.add(0, 60, 1, true);
        assertThat(figures(timeline.total())).isEqualTo(new Figures(160, 60, 2));
        assertThat(timeline.total().stoodInNanos()).isZero();
    }

    @Test
    void file_io_takes_spare_carriers_that_waits_lack_and_is_no_pin_itself() {
        CarrierTimeline timeline = new CarrierTimeline(new CarrierPool(1, 2, 1), 100);
        timeline.addFileIo(0, 50);
        timeline.add(0, 100, 0, true);
        assertThat(figures(timeline.total())).isEqualTo(new Figures(50, 50, 1));
    }

    @Test
    void what_was_forgotten_of_waits_counts_as_if_it_had_been_kept() {
        CarrierTimeline whole = new CarrierTimeline(new CarrierPool(2, 3, 1), 100_000);
        CarrierTimeline bounded = new CarrierTimeline(new CarrierPool(2, 3, 1), 64);
        Random random = new Random(2);
        for (int i = 0; i < 5_000; i++) {
            long start = i * 10L;
            long end = start + 1 + random.nextInt(40);
            int kind = random.nextInt(3);
            for (CarrierTimeline timeline : new CarrierTimeline[] {whole, bounded}) {
                if (kind == 2) {
                    timeline.addFileIo(start, end);
                } else {
                    timeline.add(start, end, 0, kind == 1);
                }
            }
        }
        assertThat(figures(bounded.total())).isEqualTo(figures(whole.total()));
        assertThat(whole.total().starvedNanos()).isPositive();
        assertThat(bounded.total().lostAtMostNanos())
                .isEqualTo(whole.total().lostAtMostNanos())
                .isGreaterThan(whole.total().lostNanos());
    }

    private record Figures(long pinnedNanos, long starvedNanos, int most) {}

    private static Figures figures(Sweep sweep) {
        return new Figures(sweep.pinnedNanos(), sweep.starvedNanos(), sweep.most());
    }
}
