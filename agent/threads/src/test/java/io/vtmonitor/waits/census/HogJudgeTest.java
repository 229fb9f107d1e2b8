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
        return new Sample(48, 48, 48, mounted, 0, 1, processor, computed, 0, null, List.of(), List.of());
    }

    private static Sample keptBy(@Nullable String yieldsIn, boolean mostlyYields) {
        Hog hog = new Hog(new Named(7, "", true), TRACE, 0.5, 9, true, yieldsIn, mostlyYields);
        return new Sample(9, 9, 9, 1, 0, 0.5, 1, 1, 0, null, List.of(hog), List.of());
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

    private static Sample starved(String method) {
        List<StackTraceElement> trace = List.of(new StackTraceElement("com.acme.Prices", method, "Prices.java", 7));
        Hog one = new Hog(new Named(7, "", true), trace, 0.9, 48, false, null, false);
        return new Sample(48, 48, 48, 1, 0, 1, 0.1, 1, 0, null, List.of(), List.of(one));
    }

    @Test
    void with_little_of_a_processor_the_threads_that_never_leave_their_carriers_are_named_first() {
        assertThat(judge.judge(starved("sum"), Instant.EPOCH)).isEmpty();
        Judgment found = judge.judge(starved("sum"), Instant.EPOCH).get(0);
        assertThat(VerdictText.evidence(found.facts()))
                .endsWith(
                        "The carriers had a processor for 10 % of the time in which they needed one. At this look and at"
                                + " the one before, virtual thread #7 in com.acme.Prices.sum was on its carrier.");
        assertThat(VerdictText.cure(found.facts()))
                .startsWith("If com.acme.Prices.sum computes, run it on a platform thread");
        Judgment other = judge.judge(starved("format"), Instant.EPOCH).get(0);
        assertThat(VerdictText.cure(other.facts()))
                .as("another method: each had the carrier for a while")
                .startsWith("Give the process more processor time");
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
        Hog hog = new Hog(new Named(7, "", true), TRACE, 1, 48, true, null, false);
        Sample seen = new Sample(48, 48, 48, 1, 0, 1, 0.4, 1, 0, null, List.of(hog), List.of());
        List<Judgment> found = twice(seen);
        assertThat(found).singleElement().satisfies(hogged -> {
            assertThat(hogged.kind()).isEqualTo(WaitVerdictKind.CARRIER_HOG);
            assertThat(hogged.covers()).containsExactly("stall", "backlog");
        });
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
        Sample seen = new Sample(48, 48, 48, 2, 0, 1, 1, 2, 0.9, "com.acme.Prices.sum", List.of(), List.of());
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
}
