package io.vtmonitor.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.pins.ChangedSettings.Setting;
import io.vtmonitor.pins.ChangedSettings.State;
import io.vtmonitor.pins.RecordedSpans.Stretch;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangedSettingsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final JvmInfo JVM = JvmInfo.current(Duration.ofMillis(20), Duration.ofMillis(20));
    private static final RecordedSpans MINUTE = RecordedSpans.of(0, 60 * SECOND);

    private final List<Setting> settings = new ArrayList<>();

    @Test
    void settings_that_stay_as_they_are_hide_nothing() {
        at(1, "true", "20 ms");
        at(30, "true", "20000000 ns");
        assertThat(limits(MINUTE)).isEmpty();
    }

    @Test
    void an_event_that_is_off_for_a_while_is_said_with_how_long_in_whatever_order_the_settings_come() {
        at(40, "true", "20 ms");
        at(1, "true", "20 ms");
        at(30, "false", "20 ms");
        assertThat(limits(MINUTE)).containsExactly(Limit.of(LimitKind.EVENT_OFF_FOR_A_WHILE, PINNED, 10.0));
        assertThat(limits(RecordedSpans.of(0, 30 * SECOND))).isEmpty();
        assertThat(limits(RecordedSpans.of(35 * SECOND, 60 * SECOND)))
                .containsExactly(Limit.of(LimitKind.EVENT_OFF_FOR_A_WHILE, PINNED, 5.0));
    }

    @Test
    void what_nobody_recorded_is_a_gap_and_no_time_without_the_event() {
        at(1, "true", "20 ms");
        at(30, "false", "20 ms");
        at(40, "true", "20 ms");
        List<Stretch> gap = List.of(new Stretch(32 * SECOND, 39 * SECOND));
        assertThat(limits(new RecordedSpans(0, 60 * SECOND, gap, gap)))
                .containsExactly(Limit.of(LimitKind.EVENT_OFF_FOR_A_WHILE, PINNED, 3.0));
    }

    @Test
    void an_event_that_came_late_was_off_before_and_one_that_never_came_has_a_limit_of_its_own() {
        at(1, "false", "20 ms");
        at(30, "true", "20 ms");
        assertThat(limits(MINUTE)).containsExactly(Limit.of(LimitKind.EVENT_OFF_FOR_A_WHILE, PINNED, 30.0));
        settings.removeIf(setting -> setting.atNanos() > SECOND);
        assertThat(limits(MINUTE)).as("see EventSettings").isEmpty();
    }

    @Test
    void a_threshold_above_that_of_the_report_is_said_with_the_highest() {
        at(1, "true", "20 ms");
        at(30, "true", "5 s");
        at(31, "true", "50 ms");
        at(35, "true", "10 ms");
        assertThat(limits(MINUTE)).containsExactly(Limit.of(LimitKind.THRESHOLD_HIGHER_FOR_A_WHILE, PINNED, 5.0, 5.0));
    }

    @Test
    void stacks_that_are_off_for_a_while_are_said_with_how_long_unless_the_event_is_off() {
        at(1, "true", "20 ms");
        stacksAt(1, "true");
        stacksAt(30, "false");
        stacksAt(40, "true");
        at(50, "false", "20 ms");
        stacksAt(50, "false");
        assertThat(limits(MINUTE))
                .containsExactly(
                        Limit.of(LimitKind.EVENT_OFF_FOR_A_WHILE, PINNED, 10.0),
                        Limit.of(LimitKind.STACKS_OFF_FOR_A_WHILE, PINNED, 10.0));
        assertThat(limits(RecordedSpans.of(0, 30 * SECOND))).isEmpty();
    }

    @Test
    void an_event_that_never_had_stacks_has_a_limit_of_its_own() {
        at(1, "true", "20 ms");
        stacksAt(1, "false");
        assertThat(limits(MINUTE)).as("see EventSettings").isEmpty();
    }

    @Test
    void the_text_in_a_recording_of_ours_says_the_same() {
        ChangedSettings changed = new ChangedSettings(List.of(
                new State(1, PINNED, 0),
                new State(7, PINNED, -1),
                new State(9, PINNED, 5_000),
                new State(9, ChangedSettings.stacksOf(PINNED), -1)));
        assertThat(ChangedSettings.parse(changed.text())).isEqualTo(changed);
        assertThat(ChangedSettings.parse("7:jdk.Other:0 x:jdk.VirtualThreadPinned:1 :: 8 " + changed.text()))
                .isEqualTo(changed);
        assertThat(ChangedSettings.parse("")).isEqualTo(ChangedSettings.NONE);
    }

    private void at(long second, String enabled, String threshold) {
        settings.add(new Setting(second * SECOND, PINNED, "threshold", threshold));
        settings.add(new Setting(second * SECOND, PINNED, "enabled", enabled));
    }

    private void stacksAt(long second, String stacks) {
        settings.add(new Setting(second * SECOND, PINNED, "stackTrace", stacks));
    }

    private List<Limit> limits(RecordedSpans watched) {
        return new ChangedSettings(ChangedSettings.states(settings)).limits(JVM, watched);
    }
}
