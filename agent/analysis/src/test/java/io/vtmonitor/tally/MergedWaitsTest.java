package io.vtmonitor.tally;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MergedWaitsTest {
    private static Waits waits(String site, int threads, String holder) {
        WaitGroup group = new WaitGroup(
                new WaitGroup.Place(
                        WaitOperation.LOCK, null, "java.util.concurrent.locks.ReentrantLock", null, site, null, null),
                new WaitGroup.Count(threads, 0, 2 * threads, threads, 10, nanos(threads * 1.5), 0, 7),
                new WaitGroup.Turns(threads, nanos(threads), 0, nanos(1), 0, 0, false),
                new WaitHolder(
                        holder,
                        Confidence.EXACT,
                        null,
                        Confidence.UNKNOWN,
                        WaitOperation.SLEEP,
                        nanos(1),
                        null,
                        List.of()),
                List.of(
                        new WaitGroup.Held("a.B.held", true, Confidence.LIKELY, threads, nanos(threads)),
                        new WaitGroup.Held("a.B." + holder, true, Confidence.EXACT, threads, nanos(threads * 0.5))),
                List.of(StackFrame.parse(site + ":7")));
        WaitVerdict verdict = new WaitVerdict(
                WaitVerdictKind.LOCK_CONVOY,
                Confidence.EXACT,
                Instant.parse("2026-01-01T00:00:0" + threads % 10 + "Z"),
                Instant.parse("2026-01-01T00:01:00Z"),
                false,
                threads,
                site,
                null,
                new WaitFacts.Worded(String.valueOf(holder), "cure"),
                1,
                Instant.parse("2026-01-01T00:00:00Z"),
                List.of());
        return new Waits(
                10,
                nanos(50),
                nanos(0.25),
                threads,
                2 * threads,
                List.of(group),
                List.of(verdict),
                List.of(Limit.of(LimitKind.OTHER, "limit " + holder)));
    }

    private static Waits merged(Waits... all) {
        MergedWaits merge = new MergedWaits();
        for (Waits each : all) {
            merge.add(each);
        }
        return merge.waits();
    }

    @Test
    void sums_are_sums_and_the_most_is_that_of_one() {
        Waits both = merged(waits("a.B.c", 10, "one"), waits("a.B.c", 31, "two"));
        assertThat(both.looks()).isEqualTo(20);
        assertThat(both.threads()).isEqualTo(41);
        assertThat(both.most()).isEqualTo(62);
        assertThat(both.groups()).singleElement().satisfies(group -> {
            assertThat(group.count().threads()).isEqualTo(41);
            assertThat(group.count().most()).isEqualTo(62);
            assertThat(group.count().threadNanos()).isEqualTo(nanos(61.5));
            assertThat(group.count().arrivals()).isEqualTo(14);
            assertThat(group.holder()).isNotNull();
            assertThat(group.holder().thread()).isEqualTo("two");
        });
        assertThat(both.verdicts()).hasSize(2);
    }

    @Test
    void the_time_of_a_holder_is_the_sum_of_its_times() {
        assertThat(merged(waits("a.B.c", 10, "one"), waits("a.B.c", 30, "two"))
                        .groups()
                        .get(0)
                        .heldBy())
                .containsExactly(
                        new WaitGroup.Held("a.B.held", true, Confidence.LIKELY, 30, nanos(40)),
                        new WaitGroup.Held("a.B.two", true, Confidence.EXACT, 30, nanos(15)),
                        new WaitGroup.Held("a.B.one", true, Confidence.EXACT, 10, nanos(5)));
    }

    @Test
    void it_does_not_matter_in_which_order_and_how_grouped_they_come() {
        Waits one = waits("a.B.c", 10, "one");
        Waits two = waits("a.B.c", 31, "two");
        Waits three = waits("a.B.d", 31, "three");
        Waits all = merged(one, two, three);
        assertThat(merged(three, one, two)).isEqualTo(all);
        assertThat(merged(merged(one, two), three)).isEqualTo(all);
        assertThat(merged(one, merged(three, two))).isEqualTo(all);
    }

    @Test
    void one_alone_stays_as_it_is_and_none_is_nothing() {
        Waits one = waits("a.B.c", 10, "one");
        assertThat(merged(one)).isEqualTo(one);
        assertThat(merged(Waits.NONE, one)).isEqualTo(one);
        assertThat(merged()).isEqualTo(Waits.NONE);
    }

    @Test
    void of_many_jvms_the_courses_with_most_waits_are_kept_in_whatever_order_they_come() {
        List<Waits> all = new ArrayList<>();
        for (int i = 1; i <= 70; i++) {
            Waits.Series series = new Waits.Series(WaitOperation.LOCK, null, List.of((double) i));
            all.add(waits("a.B.c", 1, "one").with(List.of(new Waits.Timeline(8, i, List.of(2L), List.of(series)))));
        }
        List<Waits.Timeline> kept = merged(all.toArray(Waits[]::new)).timelines();
        assertThat(kept).hasSize(20);
        assertThat(kept.get(0).firstBin()).isEqualTo(70);
        assertThat(kept.get(19).firstBin()).isEqualTo(51);
        Collections.shuffle(all, new Random(1));
        assertThat(merged(all.toArray(Waits[]::new)).timelines()).isEqualTo(kept);
        Waits half = merged(all.subList(0, 35).toArray(Waits[]::new));
        Waits other = merged(all.subList(35, 70).toArray(Waits[]::new));
        assertThat(merged(half, other).timelines()).isEqualTo(kept);
    }
}
