package io.vtmonitor.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.Pins;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Stack;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.LeftOut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

class PinFilterOptionsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final CommandSpec SPEC = new CommandLine(new Holder(new PinFilterOptions())).getCommandSpec();

    @Test
    void a_package_is_matched_whole_and_by_holder_or_entry() {
        assertThat(counted("--package", "com.acme")).containsExactly("com.acme.A.run", "com.acme.b.C.run");
        assertThat(counted("--package", "com.acme.b.")).containsExactly("com.acme.b.C.run");
        assertThat(counted()).hasSize(3);
    }

    @Test
    void each_pin_that_is_left_out_is_counted_once() {
        FindingFilter filter = parsed("--since", "2s", "--package", "com.acme").filter(100 * SECOND, finding -> {});
        feed(filter);
        assertThat(filter.leftOut(7)).isEqualTo(new LeftOut(7, 1, 1));
    }

    @Test
    void a_time_that_ends_before_it_begins_is_wrong_usage_where_no_recording_has_to_tell() {
        for (String[] wrong :
                new String[][] {{"4s", "2s"}, {"2s", "2s"}, {"2026-11-21T09:00:01Z", "2026-11-21T09:00:00Z"}}) {
            assertThatThrownBy(() ->
                            parsed("--since", wrong[0], "--until", wrong[1]).check(SPEC))
                    .isInstanceOf(ParameterException.class)
                    .hasMessageContaining("must start before it ends");
        }
        parsed("--since", "2s", "--until", "2026-11-21T09:00:00Z").check(SPEC);
        parsed("--since", "2s", "--until", "3s").check(SPEC);
    }

    @Test
    void since_and_until_are_instants_or_lengths_since_the_recording_began() {
        assertThat(counted("--since", "2s")).containsExactly("com.acme.b.C.run", "com.acmeplus.D.run");
        assertThat(counted("--since", "2s", "--until", "1970-01-01T00:01:43Z")).containsExactly("com.acme.b.C.run");
    }

    @Test
    void a_pin_counts_in_each_time_that_it_has_a_part_of() {
        assertThat(reaching("--since", "4s")).isEqualTo(1);
        assertThat(reaching("--since", "4s", "--until", "5s")).isEqualTo(1);
        assertThat(reaching("--until", "2s")).isEqualTo(1);
        assertThat(reaching("--since", "6s")).as("which it ended at").isZero();
        assertThat(reaching("--until", "1s")).as("which it began at").isZero();
    }

    /** How many count of one pin, from the first second to the sixth. */
    private static int reaching(String... arguments) {
        List<DiagnosedPin> seen = new ArrayList<>();
        parsed(arguments)
                .filter(100 * SECOND, seen::add)
                .sink()
                .accept(Pins.finding(Pins.diagnosis("com.acme.A.run", false), 101_000, 5_000));
        return seen.size();
    }

    @Test
    void what_is_watched_is_what_was_asked_for_within_the_recording() {
        PinFilterOptions selection = parsed("--since", "2s", "--until", "1h");
        RecordedSpans minute = RecordedSpans.of(100 * SECOND, 160 * SECOND);
        assertThat(selection.of(minute, 100 * SECOND)).isEqualTo(RecordedSpans.of(102 * SECOND, 160 * SECOND));
        assertThat(parsed("--since", "2h").of(minute, 100 * SECOND))
                .isEqualTo(RecordedSpans.of(7_300 * SECOND, 7_300 * SECOND));
    }

    @Test
    void of_a_gap_as_much_is_left_out_as_lies_within_what_was_asked_for() {
        List<RecordedSpans.Stretch> gap = List.of(new RecordedSpans.Stretch(110 * SECOND, 150 * SECOND));
        RecordedSpans minute = new RecordedSpans(100 * SECOND, 160 * SECOND, gap, gap);
        assertThat(minute.nanos()).isEqualTo(20 * SECOND);
        assertThat(parsed("--since", "5s", "--until", "30s")
                        .of(minute, 100 * SECOND)
                        .nanos())
                .isEqualTo(5 * SECOND);
        assertThat(parsed("--since", "15s", "--until", "30s")
                        .of(minute, 100 * SECOND)
                        .nanos())
                .isZero();
        assertThat(parsed("--since", "51s").of(minute, 100 * SECOND).gaps()).isEmpty();
    }

    @Test
    void file_io_is_selected_as_pins_are_with_any_frame_in_the_package() {
        assertThat(busy()).containsExactly(101L, 102L, 103L);
        assertThat(busy("--since", "2s")).containsExactly(102L, 103L);
        assertThat(busy("--since", "3500ms")).containsExactly(103L);
        assertThat(busy("--until", "2s")).containsExactly(101L);
        assertThat(busy("--package", "com.acme")).containsExactly(101L, 102L);
        assertThat(busy("--package", "com.acme", "--since", "2s", "--until", "1970-01-01T00:01:43Z"))
                .containsExactly(102L);
    }

    private static List<Long> busy(String... arguments) {
        List<Long> seen = new ArrayList<>();
        var filter = parsed(arguments).busy(100 * SECOND, busy -> seen.add(busy.startNanos() / SECOND));
        String[] classes = {"com.acme.A.run", "com.acme.b.C.run", "com.acmeplus.D.run"};
        for (int i = 0; i < classes.length; i++) {
            Stack stack = Pins.stack("java.io.FileInputStream.read", classes[i], "java.lang.VirtualThread.run");
            filter.accept(new FileIo(stack, "file_read", (101 + i) * SECOND, SECOND, false));
        }
        return seen;
    }

    @Test
    void times_further_away_than_nanoseconds_can_tell_leave_out_nothing_or_everything() {
        assertThat(counted("--until", "9999-12-31T00:00:00Z")).hasSize(3);
        assertThat(counted("--since", "0001-01-01T00:00:00Z")).hasSize(3);
        assertThat(counted("--since", "999999999h")).isEmpty();
        assertThat(counted("--until", "-999999999-01-01T00:00:00Z")).isEmpty();
        PinFilterOptions never = parsed("--since", "9999-12-31T00:00:00Z");
        assertThat(never.of(RecordedSpans.of(100 * SECOND, 160 * SECOND), 100 * SECOND)
                        .nanos())
                .isZero();
    }

    @Test
    void a_threshold_can_only_rise() {
        JvmInfo jvm = JvmInfo.current(Duration.ofMillis(1), Duration.ofMillis(20));
        JvmInfo raised = parsed("--threshold", "5ms").of(jvm);
        assertThat(raised.pinnedThreshold()).isEqualTo(Duration.ofMillis(5));
        assertThat(raised.monitorThreshold()).isEqualTo(Duration.ofMillis(20));
    }

    /** A report's pins are added up: what would leave some of them out can't be obeyed. */
    @Test
    void a_report_is_taken_only_where_it_would_be_the_same() {
        Report report = PinnedReport.on("21.0.8").threshold(0.02).report();
        assertThat(parsed().keepsAllOf(report)).isTrue();
        assertThat(parsed("--threshold", "20ms").keepsAllOf(report)).isTrue();
        assertThat(parsed("--threshold", "21ms").keepsAllOf(report)).isFalse();
        for (String option : List.of("--since", "--until")) {
            assertThat(parsed(option, "1s").keepsAllOf(report)).isFalse();
        }
        assertThat(parsed("--package", "com.acme").keepsAllOf(report)).isFalse();
        Report withShortWaits = PinnedReport.on("21.0.8")
                .threshold(0.02)
                .monitorThreshold(0.001)
                .report();
        assertThat(parsed("--threshold", "1ms").keepsAllOf(withShortWaits)).isTrue();
        assertThat(parsed("--threshold", "20ms").keepsAllOf(withShortWaits)).isFalse();
    }

    @Test
    void what_is_not_understood_is_answered_with_what_is_accepted() {
        assertThatThrownBy(() -> parsed("--since", "yesterday"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("2026-11-21T09:00:00Z");
        assertThatThrownBy(() -> parsed("--threshold", "5"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("accepted: a number with us, ms, s, m or h");
    }

    private static List<String> counted(String... arguments) {
        List<String> seen = new ArrayList<>();
        var filter = parsed(arguments)
                .filter(
                        100 * SECOND,
                        diagnosed -> seen.add(
                                diagnosed.diagnosis().site().holders().get(0).toString()));
        feed(filter);
        return seen;
    }

    private static void feed(FindingFilter filter) {
        filter.sink().accept(at(101, "com.acme.A.run"));
        filter.sink().accept(at(102, "com.acme.b.C.run"));
        filter.sink().accept(at(103, "com.acmeplus.D.run"));
    }

    private static DiagnosedPin at(long seconds, String culprit) {
        return Pins.finding(Pins.diagnosis(culprit, false), seconds * 1_000, 10);
    }

    private static PinFilterOptions parsed(String... arguments) {
        PinFilterOptions selection = new PinFilterOptions();
        new CommandLine(new Holder(selection)).parseArgs(arguments);
        return selection;
    }

    @CommandLine.Command
    private static final class Holder {
        @CommandLine.Mixin
        private final PinFilterOptions selection;

        Holder(PinFilterOptions selection) {
            this.selection = selection;
        }
    }
}
