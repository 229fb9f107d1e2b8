package io.vtmonitor.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.figures.Bucket;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {
    @Test
    void every_duration_from_nothing_to_a_week_lies_in_a_bucket_that_ends_within_seven_percent() {
        for (long micros = 0; micros < 7L * 24 * 3_600 * 1_000_000; micros += 1 + micros / 9) {
            DurationHistogram histogram = new DurationHistogram();
            histogram.add(micros * 1_000);
            Bucket bucket = histogram.buckets().get(0);
            assertThat(bucket.upToMicros()).isBetween(micros, micros + micros / 14);
        }
    }

    @Test
    void quantiles_are_within_seven_percent_of_the_sorted_durations() {
        Random random = new Random(7);
        long[] nanos = random.longs(5_000, 1_000_000, 2_000_000_000).sorted().toArray();
        DurationHistogram histogram = new DurationHistogram();
        Arrays.stream(nanos).forEach(histogram::add);
        long max = nanos[nanos.length - 1];
        for (double part : new double[] {0.5, 0.9, 0.99, 1}) {
            double exact = nanos[(int) Math.ceil(part * nanos.length) - 1];
            assertThat((double) histogram.quantile(part, max)).isBetween(exact * 0.999, exact * 1.07);
        }
    }

    @Test
    void the_buckets_of_two_histograms_add_up_to_those_of_all_durations() {
        DurationHistogram one = new DurationHistogram();
        DurationHistogram both = new DurationHistogram();
        DurationHistogram merged = new DurationHistogram();
        for (long nanos = 1; nanos < 100_000_000_000L; nanos *= 3) {
            one.add(nanos);
            both.add(nanos);
            both.add(nanos * 2);
            merged.add(nanos * 2);
        }
        one.buckets().forEach(merged::add);
        assertThat(merged.buckets()).isEqualTo(both.buckets());
    }

    @Test
    void no_durations_have_no_quantile() {
        assertThat(new DurationHistogram().quantile(0.5, 0)).isZero();
    }
}
