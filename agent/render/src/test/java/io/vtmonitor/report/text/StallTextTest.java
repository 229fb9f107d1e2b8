package io.vtmonitor.report.text;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Action;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.WaitFacts.Named;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallTextTest {
    @Test
    void the_first_line_says_it_all_and_the_others_who_what_to_do_and_where_the_threads_are() {
        assertThat(StallText.lines(Reports.stall().dumpedTo("dumps/threads.json")))
                .containsExactly(
                        "STALL: no virtual thread got a carrier for 6.50 s, at most 3 wait for one. A deadlock: a lock "
                                + "is handed to a thread without a carrier. Nobody owns the lock: it is virtual"
                                + " thread #19's turn, which has no carrier to run on.",
                        "  ForkJoinPool-1-worker-1: virtual thread #21, lock for"
                                + " java.util.concurrent.locks.ReentrantLock@1f (next: virtual thread #19); held by"
                                + " a.B.read:7 (monitor of this, exact)",
                        "  Guard it by a lock.",
                        "  All threads are in dumps/threads.json");
    }

    @Test
    void a_thread_dump_is_pointed_to_where_it_was_written_and_the_option_where_it_was_not_given() {
        Stall unclear = stall(StallPattern.UNKNOWN, false);
        assertThat(StallText.action(unclear)).isEqualTo("See the thread dump: the option dump=FOLDER writes one.");
        assertThat(StallText.action(unclear.dumpedTo("dumps/threads.json"))).isEqualTo("See the thread dump.");
    }

    @Test
    void calls_that_block_in_native_code_are_for_platform_threads() {
        assertThat(StallText.action(stall(StallPattern.NATIVE_CALLS, false)))
                .startsWith("Call what blocks in native code from platform threads");
    }

    @Test
    void rescue_is_named_where_more_carriers_may_help_and_only_there() {
        assertThat(StallText.action(stall(StallPattern.PINS, true)))
                .endsWith("more carriers may free this JVM: java -jar vt-monitor.jar rescue PID adds some.");
        assertThat(StallText.action(stall(StallPattern.PINS, false))).doesNotContain("rescue");
    }

    @Test
    void the_advice_for_a_native_call_under_a_monitor_is_that_of_the_library_if_threads_wait_for_it() {
        Stall of = stall(StallPattern.NATIVE_CALLS, false);
        StallFacts.Held held =
                new StallFacts.Held(StallFacts.Doing.IN_NATIVE_CALLS, 1, 0, List.of(), false, null, null, false);
        Stall stall = new Stall(
                of.begin(),
                of.nanos(),
                false,
                of.pattern(),
                Confidence.LIKELY,
                held.withWaiting(3),
                new Action.Worded("Log through asynchronous loggers."),
                3,
                of.carriers(),
                null);
        assertThat(StallText.lines(stall).get(0))
                .contains("The carriers are held by native calls and by threads that wait for them (likely). 1 of 4"
                        + " carriers is in a native call: ");
        assertThat(StallText.action(stall)).isEqualTo("Log through asynchronous loggers.");
    }

    @Test
    void a_lock_without_a_carrier_is_no_deadlock_if_waits_for_it_end_by_themselves() {
        assertThat(handed(0)).contains(" A deadlock: a lock is handed to a thread without a carrier (likely). ");
        assertThat(handed(2))
                .contains(" for one. A lock is handed to a thread without a carrier (likely). ")
                .endsWith(" These waits end by themselves.");
    }

    @Test
    void a_lock_without_a_carrier_is_no_deadlock_if_another_thread_on_a_carrier_sleeps() {
        Stall.HeldCarrier sleeps = new Stall.HeldCarrier(
                "ForkJoinPool-1-worker-2",
                new Named(22, "", true),
                "TIMED_WAITING",
                Operation.SLEEP,
                null,
                null,
                List.of(),
                List.of());
        assertThat(handed(0, List.of(Reports.stall().carriers().get(0), sleeps)))
                .contains(" for one. A lock is handed to a thread without a carrier (likely). ");
    }

    private static String handed(int ending) {
        return handed(ending, Reports.stall().carriers());
    }

    private static String handed(int ending, List<Stall.HeldCarrier> carriers) {
        Stall of = Reports.stall();
        StallFacts.Handed facts = new StallFacts.Handed(
                new Named(7, "next", true),
                false,
                false,
                false,
                "a lock",
                2,
                ending,
                2,
                List.of(new StallFacts.Place("a.B.read", 2)));
        return StallText.lines(new Stall(
                        of.begin(),
                        of.nanos(),
                        false,
                        StallPattern.LOCK_WITHOUT_CARRIER,
                        Confidence.LIKELY,
                        facts,
                        null,
                        3,
                        carriers,
                        null))
                .get(0);
    }

    private static Stall stall(StallPattern pattern, boolean moreCarriersMayHelp) {
        Stall of = Reports.stall();
        StallFacts.Held held =
                new StallFacts.Held(StallFacts.Doing.BLOCKED, 2, 0, List.of(), false, null, null, moreCarriersMayHelp);
        return new Stall(of.begin(), of.nanos(), false, pattern, of.confidence(), held, null, 3, of.carriers(), null);
    }

    @Test
    void its_headline_names_the_place_that_holds_most_carriers() {
        assertThat(headline(2, "a.B.read")).isEqualTo("No virtual thread got a carrier: 2 carriers are held in B.read");
        assertThat(headline(1, "a.B.read")).isEqualTo("No virtual thread got a carrier: 1 carrier is held in B.read");
        assertThat(headline(2, "")).isEqualTo("No virtual thread got a carrier: 2 carriers are held");
    }

    private static String headline(int carriers, String where) {
        Stall of = Reports.stall();
        StallFacts.Held held = new StallFacts.Held(
                StallFacts.Doing.BLOCKED,
                2,
                0,
                List.of(new StallFacts.Place(where, carriers)),
                false,
                null,
                null,
                false);
        return StallText.headline(new Stall(
                of.begin(), 0, false, StallPattern.PINS, of.confidence(), held, null, 3, of.carriers(), null));
    }

    @Test
    void its_end_is_one_line() {
        assertThat(StallText.lines(Reports.stall().after(nanos(12.25), true)))
                .containsExactly("the stall is over: virtual threads make progress again after 12.3 s");
    }

    @Test
    void the_report_for_people_tells_of_it_where_no_pin_could() {
        assertThat(TextReport.write(Reports.stalled(), 10))
                .contains("No pin ended in the ")
                .contains("Stalled since 2026-11-21T09:00:01.234Z, for 6.50 s so far: Nobody owns the lock");
    }
}
