package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.Waits.Series;
import io.vtmonitor.report.Waits.Timeline;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LookTimelineTest {
    private final LookTimeline timeline = new LookTimeline();

    private void look(long second, int locks, int sleeps) {
        timeline.begin(Instant.ofEpochSecond(second));
        timeline.add(WaitOperation.LOCK, null, locks);
        timeline.add(WaitOperation.SLEEP, null, sleeps);
    }

    private Timeline only() {
        assertThat(timeline.figures()).hasSize(1);
        return timeline.figures().get(0);
    }

    @Test
    void one_look_shows_no_course() {
        assertThat(timeline.figures()).isEmpty();
        look(1_000, 1, 1);
        assertThat(timeline.figures()).isEmpty();
    }

    @Test
    void a_bin_has_the_mean_of_its_looks_and_is_no_shorter_than_the_time_between_two() {
        look(1_000, 10, 1);
        look(1_005, 20, 1);
        look(1_010, 33, 0);
        Timeline seen = only();
        assertThat(seen.binSeconds()).isEqualTo(8);
        assertThat(seen.firstBin()).isEqualTo(125);
        assertThat(seen.looks()).containsExactly(2L, 1L);
        assertThat(seen.series())
                .containsExactly(
                        new Series(WaitOperation.LOCK, null, List.of(15.0, 33.0)),
                        new Series(WaitOperation.SLEEP, null, List.of(1.0, 0.0)));
    }

    @Test
    void however_long_the_watch_there_are_never_more_bins_and_no_look_is_lost() {
        long looks = 0;
        double threads = 0;
        for (long second = 7; second < 3 * 86_400; second += 5) {
            look(second, (int) (second % 100), 0);
            looks++;
            threads += second % 100;
        }
        Timeline seen = only();
        assertThat(seen.looks()).hasSizeBetween(LookTimeline.MOST_BINS / 2, LookTimeline.MOST_BINS);
        assertThat(seen.looks().stream().mapToLong(Long::longValue).sum()).isEqualTo(looks);
        double sum = 0;
        for (int i = 0; i < seen.looks().size(); i++) {
            sum += seen.series().get(0).threads().get(i) * seen.looks().get(i);
        }
        assertThat(sum / threads).isBetween(0.9999, 1.0001);
    }

    @Test
    void a_machine_that_slept_leaves_bins_without_a_look() {
        look(1_000, 4, 0);
        look(1_005, 4, 0);
        look(1_000 + 3_600, 4, 0);
        Timeline seen = only();
        assertThat(seen.binSeconds()).isEqualTo(64);
        assertThat(seen.looks()).hasSize(57).contains(0L);
        assertThat(seen.series().get(0).threads().get(30)).isZero();
    }

    @Test
    void a_clock_that_is_set_back_or_far_ahead_does_no_harm() {
        look(1_000_000, 4, 0);
        look(10, 4, 0);
        assertThat(only().looks()).containsExactly(2L);
        look(Instant.MAX.getEpochSecond(), 4, 0);
        assertThat(only().looks()).hasSizeLessThanOrEqualTo(LookTimeline.MOST_BINS);
    }
}
