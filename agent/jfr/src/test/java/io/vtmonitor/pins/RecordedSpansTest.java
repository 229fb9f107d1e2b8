package io.vtmonitor.pins;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.pins.RecordedSpans.Stretch;
import io.vtmonitor.report.figures.Gap;
import io.vtmonitor.report.figures.Gaps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Seconds here are those since the epoch. */
class RecordedSpansTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void chunks_that_follow_each_other_have_no_gap_though_the_last_second_of_one_may_be_missing() {
        RecordedSpans time = RecordedSpans.of(List.of(chunk(10, 20), chunk(20, 29), chunk(30, 40)), List.of(), 0);
        assertThat(time).isEqualTo(RecordedSpans.of(10 * SECOND, 40 * SECOND));
        assertThat(time.reported()).isNull();
    }

    @Test
    void what_lies_between_two_recordings_was_not_watched_in_whatever_order_they_were_joined() {
        RecordedSpans time = RecordedSpans.of(List.of(chunk(3_000, 3_010), chunk(10, 20), chunk(20, 30)), List.of(), 0);
        assertThat(time.nanos()).isEqualTo(30 * SECOND);
        assertThat(time.startNanos()).isEqualTo(10 * SECOND);
        assertThat(time.endNanos()).isEqualTo(3_010 * SECOND);
        assertThat(time.reported())
                .isEqualTo(new Gaps(
                        1, nanos(2_970), List.of(new Gap(Instant.parse("1970-01-01T00:00:30Z"), nanos(2_970)))));
    }

    @Test
    void chunks_that_overlap_since_the_clock_was_set_back_count_once() {
        assertThat(RecordedSpans.of(List.of(chunk(10, 30), chunk(20, 25), chunk(24, 40)), List.of(), 0)
                        .nanos())
                .isEqualTo(30 * SECOND);
    }

    @Test
    void a_watch_during_which_the_clock_was_set_back_to_before_its_start_has_no_length() {
        RecordedSpans time = RecordedSpans.of(10 * SECOND, 4 * SECOND);
        assertThat(time.nanos()).isZero();
        assertThat(time.startNanos()).isEqualTo(10 * SECOND);
    }

    @Test
    void a_pin_may_end_after_the_end_that_the_last_header_tells() {
        RecordedSpans time = RecordedSpans.of(List.of(chunk(10, 10)), List.of(), 15 * SECOND);
        assertThat(time).isEqualTo(RecordedSpans.of(10 * SECOND, 15 * SECOND));
    }

    @Test
    void what_another_file_tells_is_not_watched_twice_and_is_no_gap() {
        RecordedSpans time = RecordedSpans.of(
                List.of(chunk(10, 20), chunk(30, 40), chunk(100, 110)), List.of(chunk(0, 10), chunk(20, 30)), 0);
        assertThat(time.startNanos()).isEqualTo(10 * SECOND);
        assertThat(time.nanos()).isEqualTo(30 * SECOND);
        assertThat(time.gaps()).containsExactly(new Stretch(40 * SECOND, 100 * SECOND));
    }

    @Test
    void of_very_many_gaps_the_longest_are_listed_and_all_are_counted() {
        List<Chunk> chunks = new ArrayList<>();
        long end = 0;
        for (int i = 0; i < 150; i++) {
            chunks.add(chunk(end, end + 1));
            end += 3 + i;
        }
        Gaps gaps = RecordedSpans.of(chunks, List.of(), 0).reported();
        assertThat(gaps).isNotNull();
        assertThat(gaps.count()).isEqualTo(149);
        assertThat(gaps.nanos()).isEqualTo(nanos(149 * 2 + 148 * 149 / 2));
        assertThat(gaps.longest())
                .hasSize(100)
                .isSortedAccordingTo((one, other) -> one.begin().compareTo(other.begin()));
        assertThat(gaps.longest().get(0).nanos()).isEqualTo(nanos(51));
    }

    private static Chunk chunk(long fromSeconds, long toSeconds) {
        return new Chunk(0, 68, fromSeconds * SECOND, (toSeconds - fromSeconds) * SECOND, 0, SECOND, 0, true, true, 0);
    }
}
