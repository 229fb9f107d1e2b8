package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.text.VerdictText;
import io.vtmonitor.waits.Hog;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.census.CarrierLook.Sample;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HogJudgeTest {
    private static final List<StackTraceElement> TRACE =
            List.of(new StackTraceElement("com.acme.Prices", "sum", "Prices.java", 7));

    private final HogJudge judge = new HogJudge();

    private static Sample backlog(int mounted, double processor, int computed) {
        return new Sample(48, 48, 48, mounted, 0, 0, 1, processor, computed, 0, null, List.of(), List.of());
    }

    private static Sample keptBy(@Nullable String yieldsIn, boolean mostlyYields) {
        Hog hog = new Hog(new Named(7, "", true), 3, TRACE, 0.5, 9, true, yieldsIn, mostlyYields);
        return new Sample(9, 9, 9, 1, 0, 0, 0.5, 1, 1, 0, null, List.of(hog), List.of());
    }

    private List<Judgment> twice(Sample seen) {
        judge.judge(seen, Instant.EPOCH);
        return judge.judge(seen, Instant.EPOCH);
    }

    @Test
    void a_thread_that_computes_and_yields_now_and_then_is_neither_a_hog_nor_a_spinner() {
        assertThat(twice(keptBy("com.acme.Prices.sum", false))).isEmpty();
    }

    @Test
    void a_thread_that_yields_at_most_looks_spins_and_one_that_never_does_is_a_hog() {
        assertThat(twice(keptBy("com.acme.Prices.sum", true)))
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .startsWith("Threads spin with Thread.yield in com.acme.Prices.sum: "));
        assertThat(twice(keptBy(null, false)))
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .startsWith("virtual thread #7 was on its carrier each time it was looked at for 500 ms, in"
                                + " com.acme.Prices.sum. All that time 9 of the 9"));
    }

    private Judgment found(Sample seen) {
        assertThat(judge.judge(seen, Instant.EPOCH)).isEmpty();
        List<Judgment> found = judge.judge(seen, Instant.EPOCH);
        assertThat(found).extracting(Judgment::kind).containsExactly(WaitVerdictKind.BACKLOG);
        return found.get(0);
    }

    @Test
    void threads_that_keep_their_carriers_and_compute_nothing_are_a_stall_and_no_backlog() {
        assertThat(judge.judge(backlog(1, 1, 0), Instant.EPOCH)).isEmpty();
        assertThat(judge.judge(backlog(1, 1, 0), Instant.EPOCH)).isEmpty();
    }

    @Test
    void carriers_between_two_threads_at_the_begin_are_not_held_by_threads_that_wait() {
        assertThat(VerdictText.evidence(found(backlog(0, 1, 2)).facts()))
                .endsWith("The carriers are running: there is more work than the processors can do.");
        judge.calm();
        assertThat(VerdictText.evidence(found(backlog(0, 1, 0)).facts()))
                .endsWith("The carriers used hardly any processor time, and left no carrier to others.");
    }

    /** Threads on carriers 3, 4, …, with a tenth of a processor each. */
    private static Sample starved(int computed, Hog... kept) {
        return new Sample(48, 48, 48, kept.length, 0, 0, 1, 0.1, computed, 0, null, List.of(), List.of(kept));
    }

    private static Hog in(String method, long thread, long carrier) {
        List<StackTraceElement> trace = List.of(
                new StackTraceElement("com.acme.Prices", method, "Prices.java", 7),
                new StackTraceElement("com.acme.Prices", "run", "Prices.java", 3));
        return new Hog(new Named(thread, "", true), carrier, trace, 0.9, 48, false, null, false);
    }

    private List<Judgment> judged(Sample... looks) {
        List<Judgment> last = List.of();
        for (Sample seen : looks) {
            last = judge.judge(seen, Instant.EPOCH);
        }
        return last;
    }

    @Test
    void with_little_of_a_processor_threads_that_stay_on_all_carriers_are_hogs_and_no_backlog() {
        Sample seen = starved(2, in("sum", 7, 3), in("sum", 8, 4));
        assertThat(judged(seen)).isEmpty();
        assertThat(judged(seen)).hasSize(2).allSatisfy(hog -> {
            assertThat(hog.kind()).isEqualTo(WaitVerdictKind.CARRIER_HOG);
            assertThat(hog.about()).isEqualTo("com.acme.Prices.sum");
            assertThat(hog.covers()).containsExactly("stall", "backlog");
            assertThat(VerdictText.evidence(hog.facts()))
                    .endsWith("The look before found it on that carrier, too. The carriers had a processor for 10 % of"
                            + " the time in which they needed one.");
            assertThat(VerdictText.cure(hog.facts()))
                    .startsWith("Run it on a platform thread: ")
                    .as("it does not let others run on JDK 25 to 27")
                    .doesNotContain("Thread.yield")
                    .endsWith("Other programs or a quota take processor time from the process, too: with more of it,"
                            + " the computation ends sooner, but keeps its carrier until then.");
        });
    }

    @Test
    void a_thread_that_computes_in_one_method_after_the_other_is_named_with_what_calls_both() {
        assertThat(judged(starved(1, in("sum", 7, 3)), starved(1, in("format", 7, 3))))
                .singleElement()
                .satisfies(hog -> assertThat(hog.about()).isEqualTo("com.acme.Prices.run"));
    }

    @Test
    void with_little_of_a_processor_threads_that_take_turns_are_a_backlog_though_they_are_in_the_same_method() {
        Judgment other =
                judged(starved(1, in("sum", 7, 3)), starved(1, in("sum", 8, 3)), starved(1, in("sum", 7, 4))).stream()
                        .findFirst()
                        .orElse(null);
        assertThat(other).as("each look found all carriers kept").isNull();
        Sample turns = new Sample(48, 48, 48, 2, 0, 0, 1, 0.1, 2, 0, null, List.of(), List.of(in("sum", 7, 3)));
        Sample others = new Sample(48, 48, 48, 2, 0, 0, 1, 0.1, 2, 0, null, List.of(), List.of(in("sum", 8, 3)));
        assertThat(judged(turns, others))
                .singleElement()
                .satisfies(backlog -> assertThat(VerdictText.cure(backlog.facts()))
                        .startsWith("Give the process more processor time"));
    }

    @Test
    void a_thread_that_yields_now_and_then_is_a_hog_only_if_nobody_got_a_carrier_meanwhile() {
        Hog yields = new Hog(new Named(7, "", true), 3, TRACE, 0.9, 48, true, "com.acme.Prices.sum", false);
        Sample nobody = starved(1, yields);
        assertThat(judged(nobody, nobody))
                .singleElement()
                .satisfies(found -> assertThat(found.kind()).isEqualTo(WaitVerdictKind.CARRIER_HOG));
        judge.calm();
        Sample some = new Sample(48, 48, 30, 1, 0, 0, 1, 0.1, 1, 0, null, List.of(), List.of(yields));
        assertThat(judged(some, some))
                .singleElement()
                .satisfies(found -> assertThat(found.kind()).isEqualTo(WaitVerdictKind.BACKLOG));
    }

    @Test
    void with_little_of_a_processor_a_thread_that_stays_and_may_not_compute_is_named_before_the_quota() {
        Sample seen = starved(1, in("sum", 7, 3), in("read", 8, 4));
        Judgment found = judged(seen, seen).get(0);
        assertThat(found.kind()).isEqualTo(WaitVerdictKind.BACKLOG);
        assertThat(VerdictText.evidence(found.facts()))
                .endsWith("At this look and at the one before, virtual thread #7 in com.acme.Prices.sum, virtual thread"
                        + " #8 in com.acme.Prices.read were on their carriers.");
        assertThat(VerdictText.cure(found.facts()))
                .startsWith("If com.acme.Prices.sum or com.acme.Prices.read computes, run it on a platform thread");
    }

    @Test
    void threads_that_compute_on_all_carriers_are_more_work_than_the_processors_can_do() {
        Judgment found = found(backlog(2, 1, 2));
        assertThat(VerdictText.evidence(found.facts()))
                .endsWith("The 2 threads on carriers are running: there is more work than the processors can do.");
        assertThat(VerdictText.cure(found.facts())).startsWith("Find what uses the processors");
    }

    @Test
    void threads_that_never_leave_their_carriers_cover_the_backlog_behind_them() {
        Hog hog = new Hog(new Named(7, "", true), 3, TRACE, 1, 48, true, null, false);
        Sample seen = new Sample(48, 48, 48, 1, 0, 0, 1, 0.4, 1, 0, null, List.of(hog), List.of());
        List<Judgment> found = twice(seen);
        assertThat(found).singleElement().satisfies(hogged -> {
            assertThat(hogged.kind()).isEqualTo(WaitVerdictKind.CARRIER_HOG);
            assertThat(hogged.covers()).containsExactly("stall", "backlog");
        });
    }

    @Test
    void a_thread_that_keeps_one_carrier_does_not_cover_the_backlog_of_another_that_was_between_two_threads() {
        Hog hog = new Hog(new Named(7, "", true), 3, TRACE, 1, 48, true, null, false);
        Sample seen = new Sample(48, 48, 48, 1, 0, 0, 1, 1, 2, 0, null, List.of(hog), List.of(hog));
        assertThat(twice(seen))
                .extracting(Judgment::kind)
                .containsExactly(WaitVerdictKind.CARRIER_HOG, WaitVerdictKind.BACKLOG);
    }

    @Test
    void a_backlog_behind_carriers_of_which_some_do_not_compute_is_not_called_more_work_than_the_processors_can_do() {
        Judgment found = found(backlog(2, 1, 1));
        assertThat(VerdictText.evidence(found.facts()))
                .endsWith(
                        "The 2 threads on carriers left none to others, though only 1 of the carriers was computing.");
        assertThat(VerdictText.cure(found.facts())).startsWith("Free the carriers");
    }

    @Test
    void threads_that_spin_cover_the_backlog_behind_them() {
        Sample seen = new Sample(48, 48, 48, 2, 0, 0, 1, 1, 2, 0.9, "com.acme.Prices.sum", List.of(), List.of());
        assertThat(twice(seen)).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(WaitVerdictKind.CARRIER_HOG);
            assertThat(found.covers()).containsExactly("backlog");
        });
    }

    @Test
    void carriers_that_the_system_gives_no_processor_are_short_of_it_though_they_hardly_computed() {
        assertThat(VerdictText.cure(found(backlog(2, 0.1, 0)).facts()))
                .startsWith("Give the process more processor time");
    }

    /** A hundred of 250 threads on carriers were watched. */
    private static Sample many(int blocked, int computed, Hog... kept) {
        return new Sample(2_000, 64, 64, 250, 150, blocked, 1, 1, computed, 0, null, List.of(), List.of(kept));
    }

    @Test
    void of_more_threads_on_carriers_than_are_watched_it_is_not_known_that_the_watched_ones_compute() {
        Judgment found = found(many(0, 150, in("read", 7, 3)));
        assertThat(VerdictText.evidence(found.facts()))
                .endsWith("The 250 threads on carriers left none to others, though only 150 of the carriers were"
                        + " computing.");
        judge.calm();
        assertThat(judged(many(0, 250, in("sum", 7, 3)), many(0, 250, in("sum", 7, 3))))
                .as("all of them compute, so the watched ones do, too")
                .extracting(Judgment::kind)
                .containsExactly(WaitVerdictKind.CARRIER_HOG, WaitVerdictKind.BACKLOG);
    }

    @Test
    void whether_threads_on_carriers_are_pinned_is_taken_from_those_that_were_watched() {
        assertThat(twice(many(100, 0))).as("a stall").isEmpty();
        assertThat(VerdictText.evidence(found(many(60, 30)).facts()))
                .endsWith("At least half of the carriers are held by waiting threads: those are pinned.");
    }
}
