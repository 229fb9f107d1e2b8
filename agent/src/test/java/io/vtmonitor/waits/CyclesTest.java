package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.waits.Cycles.Link;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CyclesTest {
    private final Map<Object, Thread> owners = new HashMap<>();
    private final Map<Thread, Object> waits = new HashMap<>();

    private void waits(Thread thread, Object thing) {
        waits.put(thread, thing);
    }

    private List<List<Link<Thread>>> find(Object... begins) {
        return Cycles.find(List.of(begins), owners::get, waits::get);
    }

    @Test
    void two_threads_that_wait_for_each_other_are_found_once() {
        Thread one = new Thread("one");
        Thread two = new Thread("two");
        owners.put("A", one);
        owners.put("B", two);
        waits(one, "B");
        waits(two, "A");
        List<List<Link<Thread>>> cycles = find("A", "B");
        assertThat(cycles).hasSize(1);
        assertThat(cycles.get(0)).extracting(Link::thread).containsExactlyInAnyOrder(one, two);
        assertThat(Cycles.key(cycles.get(0), Thread::threadId))
                .isEqualTo(Cycles.key(find("B", "A").get(0), Thread::threadId));
    }

    @Test
    void who_waits_for_a_member_of_a_cycle_is_not_part_of_it() {
        Thread outside = new Thread("outside");
        Thread one = new Thread("one");
        Thread two = new Thread("two");
        owners.put("O", outside);
        owners.put("A", one);
        owners.put("B", two);
        waits(outside, "A");
        waits(one, "B");
        waits(two, "A");
        List<List<Link<Thread>>> cycles = find("O", "A", "B");
        assertThat(cycles).hasSize(1);
        assertThat(cycles.get(0)).extracting(Link::thread).containsExactlyInAnyOrder(one, two);
    }

    @Test
    void a_chain_that_ends_at_a_thread_that_runs_is_no_cycle() {
        Thread one = new Thread("one");
        Thread two = new Thread("two");
        owners.put("A", one);
        owners.put("B", two);
        waits(one, "B");
        assertThat(find("A", "B")).isEmpty();
    }
}
