package io.vtmonitor.gate;

import static io.vtmonitor.gate.LimitEffect.BLIND;
import static io.vtmonitor.gate.LimitEffect.KEPT;
import static io.vtmonitor.gate.LimitEffect.TOLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.diff.Diff;
import io.vtmonitor.gate.GateExpression.Subject;
import io.vtmonitor.plan.Forecast;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.GateText;
import io.vtmonitor.report.text.LimitText;
import io.vtmonitor.report.text.LimitTextTest;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitEffectTest {
    /** A condition of each subject that asks for pins, which a report without pins keeps. */
    private static final Map<Subject, String> CONDITIONS = new EnumMap<>(Map.of(
            Subject.TOTAL, "total>1s",
            Subject.SITE, "site>1s",
            Subject.LONGEST, "longest>2s",
            Subject.STARVED, "starved>1s",
            Subject.PINS, "pins>0",
            Subject.LOST, "lost>5%",
            Subject.PACKAGE, "package:com.acme",
            Subject.NEW, "new",
            Subject.GREW, "grew>20%"));

    /** What each kind means for the conditions in the order of {@link Subject}: k kept, t told, B blind. */
    private static final String TABLE = """
            pins_not_recorded BBBBBBBBB
            jvm_ended_first BBBBBBBBB
            recording_stopped BBBBBBBBB
            recording_given_up BBBBBBBBB
            carriers_held BBBBBBBBB
            carriers_likely_held BBBBBBBBB
            carriers_kept BBBBBBBBB
            no_events_of_pins BBBBBBBBB
            pinned_event_off BBBBBBBBB
            monitor_event_off BBBBBBBBB
            event_off_for_a_while BBBBBBBBB
            settings_unknown BBBBBBBBB
            printed_events BBBBBBBBB
            data_lost BBBBBBBBB
            last_pins_not_written BBBBBBBBB
            last_pins_not_read BBBBBBBBB
            last_pins_unreadable BBBBBBBBB
            shutdown_not_recorded ttttttttt
            pin_under_way ttttttttt
            pinned_in_dump ttttttttt
            events_unread ttttttttt
            start_not_watched ttttttttt
            pin_threshold_raised ttttttttt
            monitor_threshold_raised ttttttttt
            threshold_higher_for_a_while ttttttttt
            gaps ttttttttt
            unfinished_chunk ttttttttt
            no_pinned_event ttttttttt
            openj9 ttttttttt
            pins_without_stacks kkkkkkttt
            monitor_event_without_stacks kkkkkkttt
            stacks_off_for_a_while kkkkkkttt
            legacy_locking kkkkkkkkk
            stack_depth kkkkkkkkk
            pins_shorter kkkkkkkkk
            monitor_waits_shorter kkkkkkkkk
            monitor_waits_left_out kkkkkkkkk
            file_events_off kkkkkkkkk
            file_events_throttled kkkkkkkkk
            file_io_shorter kkkkkkkkk
            file_threshold_raised kkkkkkkkk
            native_calls kkkkkkkkk
            pins_not_ended ttttttttt
            carriers_assumed kkkkkkkkk
            parallelism_changed kkkkkkkkk
            asked_threshold kkkkkkkkk
            asked_package kkkkkkkkk
            asked_time kkkkkkkkk
            scheduler_not_watched kkktkkkkk
            scheduler_lost kkktkkkkk
            scheduler_ended kkktkkkkk
            flushes_late kkkkkkkkk
            flushes_late_for_a_while kkkkkkkkk
            waits_not_watched kkkkkkkkk
            waits_lost kkkkkkkkk
            waits_ended kkkkkkkkk
            waits_left_out kkkkkkkkk
            waits_of_unlisted kkkkkkkkk
            waits_for_other_carriers kkkkkkkkk
            waits_for_monitors kkkkkkkkk
            fields_missing kkkkkkkkk
            pool_not_watched kkkkkkkkk
            pools_watched_late kkkkkkkkk
            pools_left_out kkkkkkkkk
            borrowings_left_out kkkkkkkkk
            pools_lost kkkkkkkkk
            pools_ended kkkkkkkkk
            dump_damaged kkkkkkkkk
            dump_unlisted kkkkkkkkk
            dumps_without_carriers kkkkkkkkk
            dumps_without_states kkkkkkkkk
            dumps_without_owners kkkkkkkkk
            dumps_without_holders kkkkkkkkk
            heap_dumps_without_time kkkkkkkkk
            heap_dumps_without_stacks kkkkkkkkk
            dumps_of_mounted_threads kkkkkkkkk
            dump_without_mounted_threads kkkkkkkkk
            dumps_without_mounted_stacks kkkkkkkkk
            dump_without_frames kkkkkkkkk
            initializers_in_dump kkkkkkkkk
            recorded_waits_left_out kkkkkkkkk
            recorded_pools_left_out kkkkkkkkk
            verdicts_of_newer_release kkkkkkkkk
            kept_recording_short kkkkkkkkk
            chunk_twice kkkkkkkkk
            shared_chunks kkkkkkkkk
            counted_twice kkkkkkkkk
            dangling_references kkkkkkttt
            other_jdk kkkkkkttt
            stuck_threads kkkkkkkkk
            lower_bounds kkktktkkk
            jvm_in_several_files kkktktkkk
            spare_carriers_unknown kkktktkkk
            truncated_stacks kkkkkkttt
            stacks_not_looked_up kkkkkkttt
            folded_sites kttkkkttt
            folded_stacks kkkkkkttt
            other ttttttttt
            """;

    @Test
    void every_kind_of_limit_means_for_every_condition_what_the_table_says() {
        Map<String, String> expected = new LinkedHashMap<>();
        TABLE.lines().map(line -> line.split(" ")).forEach(row -> expected.put(row[0], row[1]));
        assertThat(expected.keySet())
                .containsExactlyElementsOf(Arrays.stream(LimitKind.values())
                        .map(LimitKind::toString)
                        .toList());
        for (LimitKind kind : LimitKind.values()) {
            for (Subject subject : CONDITIONS.keySet()) {
                char letter = expected.get(kind.toString()).charAt(subject.ordinal());
                judged(kind, subject, letter == 'B' ? BLIND : letter == 't' ? TOLD : KEPT);
            }
        }
    }

    /** By what the gate does, not by what the table in it says. */
    private static void judged(LimitKind kind, Subject subject, LimitEffect effect) {
        Limit limit = LimitTextTest.example(kind, 2);
        Report before = PinnedReport.on("25.0.1").report();
        Report report = Forecast.of(before, List.of(limit));
        GateExpression condition = GateExpression.of(CONDITIONS.get(subject));
        GateResult result = judged(before, report, condition, false);
        String sentence = GateText.sentence(result.conditions().get(0));
        String told = kind == LimitKind.PINS_NOT_ENDED ? "of pins that ended" : LimitText.sentence(limit);
        assertThat(result.blind()).as("%s %s", kind, subject).isEqualTo(effect == BLIND);
        if (effect == TOLD) {
            assertThat(sentence).as("%s %s", kind, subject).contains(told);
        } else {
            assertThat(sentence).as("%s %s", kind, subject).doesNotContain(told);
        }
        if (effect == BLIND) {
            assertThat(GateText.notes(result)).contains("the gate is blind: " + LimitText.sentence(limit));
        }
        GateResult strict = judged(before, report, condition, true);
        assertThat(strict.blind())
                .as("--strict %s %s", kind, subject)
                .isEqualTo(effect != KEPT && kind != LimitKind.PINS_NOT_ENDED);
    }

    private static GateResult judged(Report before, Report report, GateExpression condition, boolean strict) {
        return new Gate(List.of(condition), GateIgnores.NONE, false, strict, LocalDate.parse("2026-11-21"))
                .judge(List.of(report), Diff.between(List.of(before), List.of(report), 0.1));
    }
}
