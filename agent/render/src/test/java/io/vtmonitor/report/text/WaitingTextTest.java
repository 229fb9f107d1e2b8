package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.Progress;
import io.vtmonitor.report.WaitFacts.Row;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.Waits;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingTextTest {
    private static String text(int taken, int gaveUp, boolean orGaveUp) {
        return WaitingText.progress(new Progress(1, taken, gaveUp, orGaveUp, 0, 0));
    }

    @Test
    void who_waits_for_a_time_and_left_may_have_given_up() {
        assertThat(text(15, 0, false))
                .isEqualTo(" While they were watched for 1000 ms, about 15 of them made progress.");
        assertThat(text(15, 0, true)).endsWith("about 15 of them made progress or gave up.");
        assertThat(text(0, 0, true)).endsWith("none of them made progress.");
    }

    @Test
    void carriers_without_a_processor_are_told() {
        assertThat(WaitingText.progress(new Progress(1, 15, 0, true, 0.3, 0)))
                .endsWith("made progress or gave up. The carriers had a processor for 30 % of the time in which they"
                        + " needed one.");
    }

    @Test
    void who_left_because_the_time_was_over_is_said_to_have_given_up() {
        assertThat(text(0, 30, false))
                .endsWith("none of them made progress, and about 30 gave up when their time was over.");
        assertThat(text(2, 30, false))
                .endsWith("about 2 of them made progress, and about 30 gave up when their time was over.");
        assertThat(WaitingText.progress(new Progress(1, 0, 30, false, 0, 12)))
                .endsWith(" Each time they were watched, over 12 s, none made progress.");
    }

    @Test
    void one_thread_of_one_dump_waits() {
        Waiting one = new Waiting(1, false, Place.only("a.B.take", null, 1), new Row(1, 1, 0, 1));
        assertThat(WaitingText.begin(one)).isEqualTo("In the one dump 1 virtual thread waits for ");
    }

    @Test
    void nobody_has_watched_without_a_word() {
        assertThat(WaitingText.progress(new Progress(0, 0, 0, false, 0, 0))).isEmpty();
    }

    @Test
    void of_dumps_without_a_verdict_all_threads_at_the_place_of_most_are_counted() {
        List<WaitGroup> groups = List.of(joining("left", 3), joining("right", 2), sleeping(4));
        assertThat(WaitsText.calmDumps(new Waits(1, 0, 0, 9, 9, groups, List.of(), List.of())))
                .isEqualTo("No verdict: 9 virtual threads, 5 of which wait for the end of a thread in Both.join.");
    }

    @Test
    void of_a_dump_that_is_cut_off_nothing_is_said_of_the_rest() {
        Limit cut = Limit.of(LimitKind.DUMP_DAMAGED, "app.hprof", "it is cut off after 9 bytes");
        assertThat(WaitsText.calmDumps(new Waits(1, 0, 0, 0, 0, List.of(), List.of(), List.of(cut))))
                .isEqualTo("No verdict: no virtual thread in what can be read of it.");
    }

    @Test
    void of_dumps_that_list_only_threads_with_a_carrier_nothing_is_said_of_the_others() {
        Limit mounted = Limit.of(LimitKind.DUMPS_OF_MOUNTED_THREADS);
        Limit noStacks = Limit.of(LimitKind.DUMPS_WITHOUT_MOUNTED_STACKS, "21.0.8");
        assertThat(WaitsText.calmDumps(new Waits(1, 0, 0, 0, 0, List.of(), List.of(), List.of(mounted))))
                .isEqualTo("No verdict: no virtual thread has a carrier; no others are listed.");
        assertThat(WaitsText.calmDumps(new Waits(1, 0, 0, 3, 3, List.of(), List.of(), List.of(mounted, noStacks))))
                .isEqualTo("No verdict: 3 virtual threads; what they do is not shown.");
    }

    private static WaitGroup joining(String entry, int threads) {
        return group(new WaitGroup.Place(WaitOperation.JOIN, null, null, null, "a.Both.join", null, entry), threads);
    }

    private static WaitGroup sleeping(int threads) {
        return group(new WaitGroup.Place(WaitOperation.SLEEP, null, null, null, "a.B.nap", null, null), threads);
    }

    private static WaitGroup group(WaitGroup.Place place, int threads) {
        WaitGroup.Count count = new WaitGroup.Count(threads, 0, threads, 1, 1, 0, 0, 0);
        return new WaitGroup(place, count, null, null, List.of());
    }
}
