package io.vtmonitor.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventSettingsTest {
    private static final List<String> ALL = List.of(
            "jdk.VirtualThreadPinned",
            "jdk.JavaMonitorEnter",
            "jdk.JavaMonitorWait",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.FileForce");

    private final EventSettings settings = new EventSettings();

    @Test
    void settings_that_record_everything_hide_nothing() {
        ALL.forEach(this::enable);
        assertThat(settings.blindSpots(true)).isEmpty();
    }

    @Test
    void a_recording_without_pinned_events_says_loudly_that_pins_are_missing() {
        ALL.stream().skip(1).forEach(this::enable);
        settings.accept("jdk.VirtualThreadPinned", "enabled", "false");
        assertThat(settings.blindSpots(false)).singleElement().isEqualTo(Limit.of(LimitKind.PINNED_EVENT_OFF));
    }

    @Test
    void monitor_events_matter_only_where_they_are_pins() {
        enable("jdk.VirtualThreadPinned");
        enable("jdk.FileRead");
        enable("jdk.FileWrite");
        enable("jdk.FileForce");
        assertThat(settings.blindSpots(false)).isEmpty();
        assertThat(settings.blindSpots(true))
                .containsExactly(
                        Limit.of(LimitKind.MONITOR_EVENT_OFF, "jdk.JavaMonitorEnter"),
                        Limit.of(LimitKind.MONITOR_EVENT_OFF, "jdk.JavaMonitorWait"));
    }

    @Test
    void stacks_that_were_not_recorded_are_said() {
        ALL.forEach(event -> settings.accept(event, "enabled", "true"));
        assertThat(settings.blindSpots(true))
                .containsExactly(
                        Limit.of(LimitKind.PINS_WITHOUT_STACKS),
                        Limit.of(LimitKind.MONITOR_EVENT_WITHOUT_STACKS, "jdk.JavaMonitorEnter"),
                        Limit.of(LimitKind.MONITOR_EVENT_WITHOUT_STACKS, "jdk.JavaMonitorWait"));
    }

    @Test
    void a_throttle_on_file_io_is_said() {
        ALL.forEach(this::enable);
        settings.accept("jdk.FileRead", "throttle", "100/s");
        assertThat(settings.blindSpots(true)).containsExactly(Limit.of(LimitKind.FILE_EVENTS_THROTTLED, "100/s"));
    }

    @Test
    void of_two_recordings_side_by_side_the_one_that_records_more_counts() {
        ALL.forEach(this::enable);
        ALL.forEach(event -> settings.accept(event, "enabled", "false"));
        settings.accept("jdk.VirtualThreadPinned", "threshold", "20 ms");
        settings.accept("jdk.VirtualThreadPinned", "threshold", "1000000 ns");
        assertThat(settings.blindSpots(true)).isEmpty();
        assertThat(settings.threshold("jdk.VirtualThreadPinned")).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void legacy_locking_openj9_and_shallow_stacks_are_said() {
        assertThat(BlindSpots.of(true, "OpenJDK 64-Bit Server VM", 256, List.of()))
                .containsExactly(Limit.of(LimitKind.LEGACY_LOCKING));
        assertThat(BlindSpots.of(false, "Eclipse OpenJ9 VM", 0, List.of())).containsExactly(Limit.of(LimitKind.OPENJ9));
        assertThat(BlindSpots.of(false, "", 64, List.of())).containsExactly(Limit.of(LimitKind.STACK_DEPTH, 64));
        assertThat(BlindSpots.of(false, "OpenJDK 64-Bit Server VM", 256, List.of()))
                .isEmpty();
    }

    @Test
    void of_several_locking_modes_on_a_command_line_the_last_counts() {
        assertThat(LegacyLocking.isRequested(List.of("-Xmx1g", "-XX:LockingMode=1")))
                .isTrue();
        assertThat(LegacyLocking.isRequested(List.of("-XX:LockingMode=1", "-XX:LockingMode=2")))
                .isFalse();
        assertThat(LegacyLocking.isRequested(List.of())).isFalse();
    }

    private void enable(String event) {
        settings.accept(event, "enabled", "true");
        settings.accept(event, "stackTrace", "true");
    }
}
