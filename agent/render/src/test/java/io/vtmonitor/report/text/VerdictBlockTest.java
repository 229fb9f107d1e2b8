package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitFacts.Basis;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitFacts.ThreadLocals;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictBlockTest {
    private static final Instant BEGIN = Instant.parse("2026-11-28T18:47:36.503Z");
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock";

    private static Link link(Named thread, Named owner, String type) {
        return new Link(
                thread,
                StackFrame.parse("Hang.transfer:3"),
                Kind.LOCK,
                type,
                null,
                owner,
                null,
                false,
                true,
                List.of());
    }

    private static WaitVerdict deadlock(int episodes, boolean over, Link... links) {
        return deadlock(episodes, over, new Deadlock(List.of(links), links.length, 50, 0, Basis.TWO_LOOKS));
    }

    private static WaitVerdict deadlock(int episodes, boolean over, Deadlock facts) {
        return new WaitVerdict(
                WaitVerdictKind.DEADLOCK,
                Confidence.EXACT,
                BEGIN,
                BEGIN.plusSeconds(9),
                over,
                facts.threads(),
                "Hang.transfer",
                null,
                facts,
                episodes,
                BEGIN.minusSeconds(60),
                List.of());
    }

    private static WaitVerdict crossed(int episodes, boolean over) {
        Named one = new Named(22, "pay-1", true);
        Named other = new Named(24, "pay-2", true);
        return deadlock(episodes, over, link(one, other, LOCK), link(other, one, LOCK));
    }

    @Test
    void each_thread_of_a_deadlock_has_a_line_and_the_cure_and_the_command_that_does_not_help_another() {
        assertThat(VerdictBlock.of(crossed(1, false), BEGIN).lines())
                .containsExactly(
                        "DEADLOCK (exact), found at the first look; 52 threads wait",
                        "  pay-1 waits at Hang.transfer:3 for the ReentrantLock that pay-2 holds",
                        "  pay-2 waits at Hang.transfer:3 for the ReentrantLock that pay-1 holds",
                        "  50 more wait for what these hold",
                        "  Fix: Take the locks in the same order everywhere, or take the second one with tryLock and a"
                                + " timeout. These threads can't continue by themselves.",
                        "  rescue does not help here: it lends carriers, and these threads wait for each other.");
    }

    @Test
    void a_thread_that_waits_for_itself_is_alone() {
        Named one = new Named(22, "pay-1", true);
        Deadlock alone = new Deadlock(List.of(link(one, one, "com.acme.Lock")), 1, 0, 1, Basis.TWO_LOOKS);
        assertThat(VerdictBlock.of(deadlock(1, false, alone), null).lines())
                .contains(
                        "DEADLOCK (exact), since 2026-11-28T18:47:36Z; 1 thread waits",
                        "  It holds 1 carrier",
                        "  rescue does not help here: it lends carriers, and this thread waits for itself.");
    }

    @Test
    void where_a_lock_was_taken_is_in_its_line() {
        Named one = new Named(22, "pay-1", true);
        Named other = new Named(24, "pay-2", true);
        Link known = new Link(
                one,
                StackFrame.parse("Hang.transfer:3"),
                Kind.LOCK,
                LOCK,
                null,
                other,
                StackFrame.parse("Hang.lock:9"),
                false,
                true,
                List.of());
        assertThat(VerdictBlock.of(deadlock(1, false, known, link(other, one, LOCK)), null))
                .contains("\n  pay-1 waits at Hang.transfer:3 for the ReentrantLock that pay-2 took at Hang.lock:9\n");
    }

    @Test
    void what_began_later_has_its_time_and_another_episode_is_one_line() {
        assertThat(VerdictBlock.of(crossed(1, false), BEGIN.minusSeconds(1)))
                .startsWith("DEADLOCK (exact), since 2026-11-28T18:47:36Z; 52 threads wait\n");
        assertThat(VerdictBlock.of(crossed(2, false), null))
                .isEqualTo("DEADLOCK (exact), for the 2nd time since 2026-11-28T18:46:36Z; 52 threads wait");
    }

    @Test
    void threads_that_carry_caches_are_not_said_to_wait() {
        ThreadLocals locals = new ThreadLocals(5_000, true, "byte[]", false, null, null, 3e8, 6e8, 100, 5_000, 1_000);
        WaitVerdict verdict = new WaitVerdict(
                WaitVerdictKind.THREAD_LOCALS,
                Confidence.LIKELY,
                BEGIN,
                BEGIN,
                false,
                5_000,
                null,
                null,
                locals,
                1,
                BEGIN,
                List.of());
        assertThat(VerdictBlock.of(verdict, null))
                .startsWith("THREAD LOCALS (likely), since 2026-11-28T18:47:36Z\n")
                .doesNotContain(" wait");
    }

    @Test
    void threads_that_share_a_name_and_locks_of_the_application_are_named_in_full() {
        Named one = new Named(22, "pay", true);
        Named other = new Named(24, "pay", true);
        Named third = new Named(25, "", true);
        assertThat(VerdictBlock.of(
                                deadlock(
                                        1,
                                        false,
                                        link(one, other, "com.acme.Lock"),
                                        link(other, third, LOCK),
                                        link(third, one, LOCK)),
                                null)
                        .lines())
                .contains(
                        "  virtual thread #22 \"pay\" waits at Hang.transfer:3 for the lock com.acme.Lock that virtual"
                                + " thread #24 \"pay\" holds",
                        "  virtual thread #24 \"pay\" waits at Hang.transfer:3 for the ReentrantLock that virtual"
                                + " thread #25 holds");
    }

    @Test
    void the_summary_of_a_watch_names_what_was_written_out_and_repeats_neither_evidence_nor_cure() {
        Waits waits = WaitReports.of(9, WaitReports.starved(30)).with(List.of(), List.of(crossed(2, true)), List.of());
        String summary = TextReport.afterWatch(Reports.none().with(waits), 3);
        assertThat(summary)
                .contains("DEADLOCK (exact) 2026-11-28T18:47:36Z to 2026-11-28T18:47:45Z, the last of 2, see above")
                .contains("\nBlind spots: ")
                .contains("docs/reading-a-report.md#blind-spots")
                .doesNotContain("Take the locks", "pay-1", "Fix");
        assertThat(summary.lines().filter(line -> line.startsWith("Blind spots")))
                .hasSize(1);
    }

    @Test
    void an_estimate_has_its_bounds_and_is_never_called_the_most() {
        assertThat(text(38, 21, 38, 13))
                .contains("  about 38 (17 to 59) wait for a lock in a.B.c")
                .doesNotContain("at most about");
        assertThat(text(3, 21, 38, 13)).contains("  about 3 (0 to 24, once about 38) wait for a lock");
        assertThat(text(38, 0, 40, 13)).contains("  38 (at most 40) wait for a lock in a.B.c");
    }

    private static String text(int threads, int margin, int most, int onOne) {
        Waits waits = WaitReports.of(
                9,
                new WaitGroup(
                        new WaitGroup.Place(WaitOperation.LOCK, null, null, null, "a.B.c", null, null),
                        new WaitGroup.Count(threads, margin, most, onOne, 9, 1, 0, 0),
                        null,
                        null,
                        List.of()));
        return TextReport.write(Reports.none().with(waits), 5);
    }
}
