package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.pins.JvmInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EventBudgetTest {
    private static final JvmInfo JVM = JvmInfo.current(Duration.ofMillis(1), Duration.ofMillis(20));

    private final AtomicBoolean runs = new AtomicBoolean(true);
    private final List<String> set = new ArrayList<>();

    @Test
    void a_flood_raises_the_threshold_while_the_recording_runs_and_nothing_after_its_end() {
        EventBudget budget = new EventBudget(JVM, 10, runs::get, (event, threshold) -> set.add(event), () -> 0);
        runs.set(false);
        flood(budget);
        assertThat(set).isEmpty();
        assertThat(budget.raised().limits()).isEmpty();
        runs.set(true);
        flood(budget);
        assertThat(set).containsOnly("jdk.VirtualThreadPinned");
        assertThat(budget.raised().limits()).hasSize(1);
    }

    private static void flood(EventBudget budget) {
        for (int i = 0; i < 100_000; i++) {
            budget.event("jdk.VirtualThreadPinned", i * 1_000_000L, Duration.ofMillis(2));
        }
    }
}
