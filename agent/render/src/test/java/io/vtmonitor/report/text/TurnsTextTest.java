package io.vtmonitor.report.text;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitGroup.Turns;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.Waits;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TurnsTextTest {
    private static String text(WaitOperation operation, @Nullable String pool, int threads, @Nullable Turns turns) {
        return TurnsText.of(group(operation, pool, threads, Math.max(threads, 30), turns));
    }

    private static WaitGroup group(
            WaitOperation operation, @Nullable String pool, int threads, int onOne, @Nullable Turns turns) {
        return new WaitGroup(
                new WaitGroup.Place(operation, pool, null, null, "a.B.c", null, null),
                new WaitGroup.Count(threads, 0, 40, onOne, 9, 1, 0, 0),
                turns,
                null,
                List.of());
    }

    @Test
    void of_one_that_nobody_gets_it_is_told_for_how_long_the_first_waits() {
        assertThat(text(WaitOperation.SEMAPHORE, null, 30, new Turns(30, nanos(42), 0, nanos(1), 0, 0, false)))
                .isEqualTo(
                        "; 30 for the same one, the first of them for 42.0 s or longer, and none got a turn meanwhile"
                                + "; none got a turn in the 1.00 s watched");
        assertThat(text(WaitOperation.QUEUE, null, 30, new Turns(30, nanos(42), 0, 0, 0, 0, false)))
                .isEqualTo(
                        "; 30 for the same one, the first of them for 42.0 s or longer, and none got a turn meanwhile");
        assertThat(text(WaitOperation.CONDITION, null, 0, new Turns(30, nanos(42), 0, 0, 0, 0, false)))
                .startsWith("; last seen 30 for the same one, the first of them");
    }

    @Test
    void the_report_and_the_page_say_so_where_the_threads_wait() {
        Waits waits = WaitReports.of(9, WaitReports.starved(30));
        String turns =
                "30 for the same one, the first of them for 42.0 s or longer, and none got a turn meanwhile; none"
                        + " got a turn in the 1.00 s watched; holder unknown: a semaphore doesn't record who acquired"
                        + " its permits; none is available";
        assertThat(TextReport.write(Reports.none().with(waits), 5).replaceAll("\\s+", " "))
                .contains(
                        "30 (at most 30) wait for a semaphore (java.util.concurrent.Semaphore) in com.acme.Export.run; "
                                + turns);
        WaitsText.Table table = WaitsText.table(waits);
        assertThat(table).isNotNull();
        assertThat(table.rows())
                .singleElement()
                .extracting(WaitsText.Row::holder)
                .isEqualTo(turns);
    }

    @Test
    void of_a_slow_one_it_is_told_how_many_get_a_turn() {
        assertThat(text(WaitOperation.SEMAPHORE, null, 300, new Turns(300, 0, 0, nanos(1), 5, 0, false)))
                .isEqualTo("; 300 for the same one; about 5 got a turn in the 1.00 s watched");
        assertThat(text(WaitOperation.SEMAPHORE, null, 300, new Turns(300, 0, 0, nanos(1), 5, 0, true)))
                .endsWith("; about 5 got a turn or gave up in the 1.00 s watched");
    }

    @Test
    void a_slow_semaphore_has_its_pace_and_no_number_to_set_since_neither_its_limit_nor_who_has_it_is_known() {
        WaitGroup slow = group(WaitOperation.SEMAPHORE, null, 300, 300, new Turns(300, 0, 0, nanos(1), 20, 0, false));
        assertThat(TextReport.write(Reports.none().with(WaitReports.of(9, slow)), 5)
                        .replaceAll("\\s+", " "))
                .contains("about 20 got a turn in the 1.00 s watched")
                .doesNotContain("callers a second")
                .doesNotContain("Set its size")
                .doesNotContain("admit at most")
                .doesNotContain("half a second on average");
    }

    @Test
    void of_those_that_give_up_and_come_back_it_is_told_that_none_got_a_turn() {
        assertThat(text(WaitOperation.SEMAPHORE, null, 12, new Turns(12, 0, nanos(20), nanos(1), 0, 12, false)))
                .isEqualTo("; 12 for the same one, and none got a turn whenever they were watched, for 20.0 s"
                        + "; none got a turn, and about 12 gave up in the 1.00 s watched");
    }

    @Test
    void where_turns_are_not_known_it_is_told_how_many_want_one() {
        assertThat(text(WaitOperation.QUEUE, null, 30, null)).isEqualTo("; at most 30 for the same one");
    }

    @Test
    void few_are_told_only_if_nobody_gets_a_turn_for_long() {
        Turns shortly = new Turns(2, nanos(8), 0, 0, 0, 0, false);
        Turns longer = new Turns(2, nanos(9), 0, 0, 0, 0, false);
        assertThat(TurnsText.of(group(WaitOperation.SEMAPHORE, null, 2, 2, shortly)))
                .isEmpty();
        assertThat(TurnsText.of(group(WaitOperation.SEMAPHORE, null, 2, 2, longer)))
                .startsWith("; 2 for the same one");
    }

    @Test
    void what_has_a_verdict_of_its_own_or_is_made_to_wait_for_is_left_out() {
        Turns turns = new Turns(30, nanos(42), 0, 0, 0, 0, false);
        assertThat(text(WaitOperation.POOL, "HikariCP", 30, turns)).isEmpty();
        assertThat(text(WaitOperation.LOCK, null, 30, turns)).isEmpty();
        assertThat(text(WaitOperation.LATCH, null, 30, turns)).isEmpty();
    }
}
