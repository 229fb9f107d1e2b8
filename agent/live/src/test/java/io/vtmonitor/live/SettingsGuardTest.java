package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.pins.ChangedSettings;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsGuardTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final Duration OURS = Duration.ofMillis(1);

    private final Map<String, Long> inForce = new HashMap<>(Map.of(PINNED, OURS.toNanos()));
    private final List<ChangedSettings> told = new ArrayList<>();
    private Duration budget = OURS;
    private boolean stacks = true;
    private long now;

    private final SettingsGuard guard = new SettingsGuard(
            JvmInfo.current(OURS, Duration.ofMillis(20)),
            new SettingsGuard.Recorder() {
                @Override
                public List<String> events() {
                    return List.of(PINNED);
                }

                @Override
                public long threshold(String event, long enough) {
                    return inForce.get(event);
                }

                @Override
                public boolean stacks(String event) {
                    return stacks;
                }
            },
            event -> budget,
            told::add,
            () -> now);

    @Test
    void what_we_set_ourselves_is_no_change() {
        lookAt(1);
        budget = Duration.ofMillis(8);
        inForce.put(PINNED, 8_000_000L);
        lookAt(2);
        inForce.put(PINNED, 4_000_000L);
        lookAt(3);
        assertThat(told).isEmpty();
        assertThat(guard.limits(0, 60 * SECOND)).isEmpty();
    }

    @Test
    void an_event_that_somebody_switched_off_is_missing_from_the_look_before_on_until_it_is_back() {
        lookAt(1);
        inForce.put(PINNED, -1L);
        lookAt(2);
        lookAt(3);
        assertThat(guard.limits(0, 10 * SECOND))
                .containsExactly(Limit.of(LimitKind.EVENT_OFF_FOR_A_WHILE, PINNED, 9.0));
        inForce.put(PINNED, 1_000_000L);
        lookAt(4);
        assertThat(guard.limits(0, 10 * SECOND))
                .containsExactly(Limit.of(LimitKind.EVENT_OFF_FOR_A_WHILE, PINNED, 3.0));
        assertThat(told).hasSize(2);
    }

    @Test
    void a_threshold_above_ours_is_said() {
        lookAt(1);
        inForce.put(PINNED, 2 * SECOND);
        lookAt(2);
        assertThat(guard.limits(0, 10 * SECOND))
                .containsExactly(Limit.of(LimitKind.THRESHOLD_HIGHER_FOR_A_WHILE, PINNED, 2.0, 9.0));
    }

    @Test
    void stacks_that_somebody_switched_off_are_said_but_for_the_time_in_which_the_event_is_off() {
        lookAt(1);
        stacks = false;
        lookAt(2);
        inForce.put(PINNED, -1L);
        lookAt(3);
        assertThat(guard.limits(0, 10 * SECOND))
                .containsExactly(
                        Limit.of(LimitKind.EVENT_OFF_FOR_A_WHILE, PINNED, 8.0),
                        Limit.of(LimitKind.STACKS_OFF_FOR_A_WHILE, PINNED, 1.0));
        assertThat(told).hasSize(2);
    }

    private void lookAt(long second) {
        now = second * SECOND;
        guard.look();
    }
}
