package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnAllocationTest {
    private final OwnAllocation allocation = new OwnAllocation();

    @Test
    void threads_of_ours_are_added_up_and_no_others() {
        allocation.add("vt-monitor-stream", 20, 1_000);
        allocation.add("main", 1, 70_000);
        allocation.add(null, 2, 80_000);
        allocation.add("vt-monitor-watch", 21, 50);
        assertThat(allocation.bytes()).isEqualTo(1_050);
    }

    @Test
    void what_a_thread_has_allocated_since_it_was_last_told_of_is_added_and_what_is_told_twice_is_not() {
        allocation.add("vt-monitor-stream", 20, 1_000);
        allocation.add("vt-monitor-stream", 20, 1_500);
        allocation.add("vt-monitor-stream", 20, 1_000);
        allocation.add("vt-monitor-stream", 20, 1_600);
        assertThat(allocation.bytes()).isEqualTo(1_600);
    }

    @Test
    void threads_that_have_ended_stay_counted_however_many() {
        for (int thread = 0; thread < 10_000; thread++) {
            allocation.add("vt-monitor-http-1", 100 + thread, 10);
            allocation.add("vt-monitor-stream", 20, thread);
        }
        assertThat(allocation.bytes()).isEqualTo(10 * 10_000 + 9_999);
    }
}
