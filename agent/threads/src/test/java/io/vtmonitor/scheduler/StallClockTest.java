package io.vtmonitor.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.scheduler.StallClock.Change;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallClockTest {
    private static final long TICK = 500;
    private static final long STALL = 5_000;
    private static final List<Object> SAME = List.of(new Object(), new Object());

    private final StallClock clock = new StallClock(STALL, TICK, () -> 0);

    @Test
    void a_stall_is_told_once_when_the_same_threads_stay_on_all_carriers_for_so_long() {
        assertThat(ticks(0, 40, SAME)).containsOnlyOnce(Change.BEGAN);
        assertThat(clock.waits(41 * TICK, List.of(new Object(), new Object()))).isEqualTo(Change.ENDED);
    }

    @Test
    void it_begins_no_earlier_than_asked() {
        assertThat(ticks(0, 10, SAME)).containsOnly(Change.NONE);
        assertThat(clock.waits(10 * TICK, SAME)).isEqualTo(Change.BEGAN);
    }

    @Test
    void one_carrier_that_gets_on_is_progress() {
        Object stays = new Object();
        for (int i = 0; i < 100; i++) {
            assertThat(clock.waits(i * TICK, List.of(stays, new Object()))).isEqualTo(Change.NONE);
        }
    }

    @Test
    void no_work_that_waits_is_progress() {
        for (int i = 0; i < 100; i++) {
            assertThat(i % 9 == 0 ? clock.idle(i * TICK) : clock.waits(i * TICK, SAME))
                    .isEqualTo(Change.NONE);
        }
    }

    @Test
    void a_process_that_was_stopped_for_an_hour_did_not_stall() {
        assertThat(ticks(0, 5, SAME)).containsOnly(Change.NONE);
        long hour = 3_600_000;
        assertThat(clock.waits(5 * TICK + hour, SAME)).isEqualTo(Change.NONE);
        assertThat(clock.countedNanos()).isEqualTo(4 * TICK + 2 * TICK);
        assertThat(clock.waits(6 * TICK + hour, List.of(new Object()))).isEqualTo(Change.NONE);
    }

    @Test
    void time_in_which_a_carrier_could_run_and_had_no_processor_does_not_count() {
        StallClock starved = new StallClock(STALL, TICK, () -> TICK * 3 / 4);
        for (int i = 0; i < 40; i++) {
            assertThat(starved.waits(i * TICK, SAME)).isEqualTo(Change.NONE);
        }
        assertThat(starved.countedNanos()).isEqualTo(39 * TICK / 4);
        assertThat(starved.waits(40 * TICK, SAME)).isEqualTo(Change.BEGAN);
    }

    @Test
    void carriers_that_nobody_is_on_do_not_stall() {
        assertThat(ticks(0, 40, List.of())).containsOnly(Change.NONE);
    }

    private List<Change> ticks(int from, int to, List<Object> mounted) {
        List<Change> changes = new ArrayList<>();
        for (int i = from; i < to; i++) {
            changes.add(clock.waits(i * TICK, mounted));
        }
        return changes;
    }
}
