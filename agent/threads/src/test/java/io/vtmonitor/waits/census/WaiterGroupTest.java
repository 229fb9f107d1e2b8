package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.graph.Phase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaiterGroupTest {
    private static WaiterGroup of(List<Thread> threads) {
        WaiterGroup group = new WaiterGroup(Phase.PARKED, "lock", "java.lang.String");
        threads.forEach(group::add);
        return group;
    }

    private static List<Thread> threads(int count) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(new Thread(() -> {}));
        }
        return threads;
    }

    @Test
    void up_to_200_threads_are_all_there_and_a_sample_of_them_has_64() {
        for (int count : new int[] {1, 64, 65, 128, 200}) {
            List<Thread> threads = threads(count);
            WaiterGroup group = of(threads);
            assertThat(group.all()).containsExactlyElementsOf(threads);
            assertThat(group.samples()).hasSize(Math.min(64, count)).doesNotHaveDuplicates();
            assertThat(threads).containsAll(group.samples());
        }
    }

    @Test
    void of_more_each_is_as_likely_to_stand_for_all() {
        List<Thread> threads = threads(260);
        int[] chosen = new int[260];
        int rounds = 2_000;
        for (int round = 0; round < rounds; round++) {
            WaiterGroup group = of(threads);
            assertThat(group.all()).hasSize(64).doesNotContainNull();
            for (Thread thread : new HashSet<>(group.samples())) {
                chosen[threads.indexOf(thread)]++;
            }
        }
        double expected = rounds * 64.0 / 260; // 492, with a deviation of 19
        for (int times : chosen) {
            assertThat((double) times).isCloseTo(expected, within(6 * 19.0));
        }
    }
}
