package io.vtmonitor.tally;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Bin;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Timeline;
import io.vtmonitor.timeline.CarrierBins;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bins of a quarter of a second, and what was held in each, drawn at random. */
class CountedTwiceTest {
    private static final double QUARTER = 0.25;
    private static final String NINE = "2026-11-21T09:00:00.000000001Z";
    private static final String TEN = "2026-11-21T10:00:00.000000001Z";

    private final List<Jvm> jvms = new ArrayList<>();
    private final List<CarrierBins> timelines = new ArrayList<>();

    @Test
    void two_jvms_of_the_same_time_are_two() {
        for (int i = 0; i < 200; i++) {
            watched(NINE.replace("001Z", 100 + i + "Z"), QUARTER, 1_000, random(i, 400));
        }
        assertThat(found()).isFalse();
    }

    @Test
    void a_jvm_that_two_reports_tell_of_is_found_by_what_they_have_in_common() {
        double[] all = random(1, 100);
        watched(
                NINE,
                QUARTER,
                1_000,
                IntStream.range(0, 60).mapToDouble(i -> all[i]).toArray());
        watched(NINE.replace("T09", "T08"), QUARTER, 1_000, random(2, 100));
        watched(
                TEN,
                QUARTER,
                1_058,
                IntStream.range(58, 100).mapToDouble(i -> all[i]).toArray());
        assertThat(found()).isTrue();
    }

    @Test
    void of_one_bin_it_takes_the_same_begin() {
        double[] one = random(3, 1);
        watched(NINE, QUARTER, 1_000, one);
        watched(TEN, QUARTER, 1_000, one);
        assertThat(found()).isFalse();
        watched(NINE, QUARTER, 1_000, one);
        assertThat(found()).isTrue();
    }

    @Test
    void bins_of_different_lengths_are_compared() {
        double[] fine = random(4, 64);
        double[] coarse = new double[16];
        for (int i = 0; i < fine.length; i++) {
            coarse[i / 4] += fine[i];
        }
        watched(NINE, QUARTER, 4_000, fine);
        watched(TEN, 4 * QUARTER, 1_000, coarse);
        assertThat(found()).isTrue();
    }

    @Test
    void carriers_that_are_pinned_all_the_time_are_so_in_many_jvms() {
        double[] full = new double[100];
        Arrays.fill(full, 2 * QUARTER);
        watched(NINE, QUARTER, 1_000, full);
        watched(TEN, QUARTER, 1_000, full);
        watched(TEN, QUARTER, 1_000, new double[100]);
        watched(TEN, QUARTER, 1_000, new double[100]);
        assertThat(found()).isFalse();
    }

    @Test
    void a_merge_says_so_once_however_it_is_grouped() {
        Report one = RandomPins.together(List.of(new RandomPins(new Random(7))));
        Report other = RandomPins.together(List.of(new RandomPins(new Random(8))));
        assertThat(merged(one, other).limits()).doesNotContain(Limit.of(LimitKind.COUNTED_TWICE));
        Report twice = merged(one, other, one);
        assertThat(twice.limits()).containsOnlyOnce(Limit.of(LimitKind.COUNTED_TWICE));
        assertThat(merged(merged(one, one), other).limits()).isEqualTo(twice.limits());
        assertThat(merged(merged(one, other), one).limits()).isEqualTo(twice.limits());
    }

    private static Report merged(Report... reports) {
        Merge merge = new Merge(RandomPins.TOOL);
        for (Report report : reports) {
            merge.add(report);
        }
        return merge.report();
    }

    private boolean found() {
        return CountedTwice.in(jvms, timelines);
    }

    private void watched(String start, double binSeconds, long firstBin, double[] held) {
        jvms.add(new Jvm("21.0.8", Instant.parse(start), nanos(100), 4, "property", nanos(0.001), nanos(0.02)));
        List<Bin> bins = new ArrayList<>();
        for (double each : held) {
            bins.add(new Bin(nanos(each), 1, 0));
        }
        timelines.add(CarrierBins.of(new Timeline(binSeconds, firstBin, bins)));
    }

    /** Whole nanoseconds. */
    private static double[] random(int seed, int bins) {
        Random random = new Random(seed);
        return random.ints(bins, 0, 1_000_000_000)
                .mapToDouble(nanos -> nanos / 1e9)
                .toArray();
    }
}
