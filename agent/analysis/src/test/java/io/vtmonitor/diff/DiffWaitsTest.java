package io.vtmonitor.diff;

import static io.vtmonitor.report.WaitReports.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.VerdictChange;
import io.vtmonitor.report.Difference.WaitChange;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiffWaitsTest {
    @Test
    void places_are_told_apart_by_what_became_of_them_largest_change_first() {
        List<WaitChange> changes = DiffWaits.changes(
                List.of(WaitReports.of(
                        100,
                        group(100, 2, WaitOperation.LOCK, null, "a.Cache.load"),
                        group(100, 50, WaitOperation.SLEEP, null, "a.Idle.sleep"),
                        group(100, 9, WaitOperation.QUEUE, null, "a.Old.take"))),
                List.of(WaitReports.of(
                        10,
                        group(10, 80, WaitOperation.LOCK, null, "a.Cache.load"),
                        group(10, 51, WaitOperation.SLEEP, null, "a.Idle.sleep"),
                        group(10, 20, WaitOperation.POOL, "HikariCP", "a.Dao.find"))),
                0.1);

        assertThat(changes)
                .containsExactly(
                        new WaitChange("a.Cache.load", WaitOperation.LOCK, null, Kind.GREW, 2, 80),
                        new WaitChange("a.Dao.find", WaitOperation.POOL, "HikariCP", Kind.APPEARED, 0, 20),
                        new WaitChange("a.Old.take", WaitOperation.QUEUE, null, Kind.VANISHED, 9, 0),
                        new WaitChange("a.Idle.sleep", WaitOperation.SLEEP, null, Kind.SAME, 50, 51));
    }

    @Test
    void verdicts_that_appeared_come_first_and_one_of_both_sides_is_the_same() {
        Waits deadlock = WaitReports.deadlock();
        Waits convoy = WaitReports.convoy(3, 40, "Many wait.");
        assertThat(DiffWaits.verdicts(List.of(convoy), List.of(deadlock)))
                .containsExactly(
                        new VerdictChange(WaitVerdictKind.DEADLOCK, "com.acme.Bank.pay", null, Kind.APPEARED, 0, 2),
                        new VerdictChange(
                                WaitVerdictKind.LOCK_CONVOY, "com.acme.Cache.load", null, Kind.VANISHED, 40, 0));
        assertThat(DiffWaits.verdicts(List.of(convoy), List.of(convoy)))
                .containsExactly(
                        new VerdictChange(WaitVerdictKind.LOCK_CONVOY, "com.acme.Cache.load", null, Kind.SAME, 40, 40));
        assertThat(DiffWaits.verdicts(List.of(), List.of(deadlock)))
                .as("nobody looked before")
                .isEmpty();
    }

    @Test
    void few_looks_leave_more_to_chance_than_many() {
        assertThat(kind(2, 9, 14)).isEqualTo(Kind.SAME);
        assertThat(kind(200, 9, 14)).isEqualTo(Kind.GREW);
        assertThat(kind(200, 14, 9)).isEqualTo(Kind.SHRANK);
    }

    private static Kind kind(long looks, int before, int after) {
        return DiffWaits.changes(
                        List.of(WaitReports.of(looks, group(looks, before, WaitOperation.LOCK, null, "a.B.c"))),
                        List.of(WaitReports.of(looks, group(looks, after, WaitOperation.LOCK, null, "a.B.c"))),
                        0)
                .get(0)
                .kind();
    }

    @Test
    void several_jvms_of_a_side_count_as_their_mean_and_threads_that_run_do_not_wait() {
        assertThat(DiffWaits.changes(
                        List.of(
                                WaitReports.of(10, group(10, 10, WaitOperation.LOCK, null, "a.B.c")),
                                WaitReports.of(30, group(30, 2, WaitOperation.LOCK, null, "a.B.c"))),
                        List.of(WaitReports.of(10, group(10, 3, WaitOperation.RUNNING, null, "a.B.c"))),
                        0))
                .containsExactly(new WaitChange("a.B.c", WaitOperation.LOCK, null, Kind.VANISHED, 4, 0));
    }

    @Test
    void where_one_side_did_not_look_nothing_is_compared() {
        assertThat(DiffWaits.changes(
                        List.of(), List.of(WaitReports.of(1, group(1, 10, WaitOperation.LOCK, null, "a.B.c"))), 0))
                .isEmpty();
    }
}
