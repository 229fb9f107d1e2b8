package io.vtmonitor.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rest is shown by real applications: {@code integrations/spring-boot/check}. */
class VirtualThreadsStateTest {
    private final AtomicReference<@Nullable Map<String, Object>> report = new AtomicReference<>();
    private final AtomicLong nanos = new AtomicLong();
    private final VirtualThreadsState state = new VirtualThreadsState(report::get, nanos::get);

    @Test
    void without_an_agent_nothing_is_known() {
        assertThat(state.check().up()).isNull();
        assertThat(state.check().details()).containsKey("how");
    }

    @Test
    void a_stall_is_down_until_it_is_over() {
        report.set(report(
                0,
                List.of(Map.of("over", true, "verdict", "old"), Map.of("over", false, "verdict", "Nobody owns it."))));
        assertThat(state.check())
                .isEqualTo(new VirtualThreadsState.Found(
                        false, Map.of("stalled", "Nobody owns it.", "capacityLost", 0.25)));
        report.set(report(0, List.of(Map.of("over", true, "verdict", "Nobody owns it."))));
        assertThat(state.check().up()).isTrue();
    }

    @Test
    void half_of_the_time_without_a_free_carrier_is_down() {
        report.set(report(100, List.of()));
        assertThat(state.check().up()).as("no time between is known").isTrue();
        nanos.addAndGet(10_000_000_000L);
        report.set(report(105, List.of()));
        VirtualThreadsState.Found found = state.check();
        assertThat(found.up()).isFalse();
        assertThat(found.details()).containsEntry("starvedSecondsSinceLastCheck", 5.0);
        nanos.addAndGet(10_000_000_000L);
        report.set(report(109.9, List.of()));
        assertThat(state.check().up()).isTrue();
    }

    private static Map<String, Object> report(double starved, List<Map<String, Object>> stalls) {
        return Map.of("stalls", stalls, "totals", Map.of("starvedSeconds", starved, "capacityLost", 0.25));
    }
}
