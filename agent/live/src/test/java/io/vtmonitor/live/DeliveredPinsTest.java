package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Pin;
import org.junit.jupiter.api.Test;

class DeliveredPinsTest {
    private final Blocking blocking = Pins.pinned("a.B.run");
    private final DeliveredPins delivered = new DeliveredPins();

    @Test
    void a_delivered_pin_is_known_and_another_is_not() {
        delivered.add(Pins.pin(blocking, 1_000, 10));
        assertThat(delivered.contains(Pins.pin(blocking, 1_000, 10), 0)).isTrue();
        assertThat(delivered.contains(Pins.pin(blocking, 1_000, 11), 0)).isFalse();
        assertThat(delivered.contains(Pins.pin(blocking, 1_001, 10), 0)).isFalse();
    }

    @Test
    void file_io_is_remembered_beside_pins_of_the_same_time() {
        FileIo read = new FileIo(Pins.stack("a.B.run"), "file_read", 1_000_000_000L, 10_000_000, false);
        delivered.add(Pins.pin(blocking, 1_000, 10));
        assertThat(delivered.contains(read, 0)).isFalse();
        delivered.add(read);
        assertThat(delivered.contains(read, 0)).isTrue();
        assertThat(delivered.contains(new FileIo(read.stack(), "file_write", 1_000_000_000L, 10_000_000, false), 0))
                .isFalse();
    }

    @Test
    void what_ended_long_before_a_complete_flush_counts_as_delivered() {
        delivered.add(Pins.pin(blocking, 100_000, 10));
        delivered.flushed();
        assertThat(delivered.contains(Pins.pin(blocking, 90_000, 10), 0)).isTrue();
        assertThat(delivered.contains(Pins.pin(blocking, 99_000, 10), 0)).isFalse();
    }

    @Test
    void a_pin_is_known_though_its_chunk_has_another_clock_than_the_stream() {
        delivered.add(Pins.pin(blocking, 1_000, 10));
        Pin same = Pins.pin(blocking, 1_000, 10);
        Pin bySixtyNanosLess = new Pin(
                same.blocking(),
                same.startNanos() - 60,
                same.durationNanos(),
                same.threadId(),
                same.threadName(),
                same.previousOwner());
        assertThat(delivered.contains(bySixtyNanosLess, 0)).isFalse();
        assertThat(delivered.contains(bySixtyNanosLess, 60)).isTrue();
        assertThat(delivered.contains(bySixtyNanosLess, 61)).as("rounded").isTrue();
    }

    @Test
    void what_ended_long_before_is_told_by_the_streams_clock() {
        delivered.add(Pins.pin(blocking, 100_000, 10));
        delivered.flushed();
        long fiveSeconds = 5_000_000_000L;
        assertThat(delivered.contains(Pins.pin(blocking, 94_000, 10), fiveSeconds))
                .isFalse();
        assertThat(delivered.contains(Pins.pin(blocking, 102_000, 10), -fiveSeconds))
                .isTrue();
    }

    @Test
    void a_flush_that_is_not_complete_proves_nothing_about_older_pins() {
        delivered.add(Pins.pin(blocking, 100_000, 10));
        assertThat(delivered.contains(Pins.pin(blocking, 90_000, 10), 0)).isFalse();
    }

    @Test
    void a_storm_of_pins_is_remembered_as_far_as_the_latest_flush_needs() {
        int perSecond = 60_000;
        int seconds = 8;
        for (int i = 0; i < seconds * perSecond; i++) {
            delivered.add(after(i, perSecond));
            if (i % perSecond == perSecond / 2) {
                delivered.flushed();
                assertThatAllAreKnown(i - 3 * perSecond, i, perSecond);
            }
        }
        // In the middle of a flush.
        assertThatAllAreKnown(0, seconds * perSecond - 1, perSecond);
    }

    @Test
    void a_pin_that_was_not_delivered_is_never_taken_for_one_that_was_within_two_seconds() {
        int perSecond = 60_000;
        for (int i = 0; i < 5 * perSecond; i++) {
            if (i % 100 != 0) {
                delivered.add(after(i, perSecond));
            }
        }
        delivered.flushed();
        for (int i = 3 * perSecond + 100; i < 5 * perSecond; i += 100) {
            assertThat(delivered.contains(after(i, perSecond), 0)).isFalse();
        }
    }

    @Test
    void beyond_the_bound_the_older_half_counts_as_delivered_and_nothing_is_counted_twice() {
        int perSecond = 4 * DeliveredPins.MOST;
        for (int i = 0; i < perSecond; i++) {
            delivered.add(after(i, perSecond));
        }
        assertThatAllAreKnown(0, perSecond - 1, perSecond);
    }

    private void assertThatAllAreKnown(int from, int to, int perSecond) {
        for (int i = Math.max(0, from); i <= to; i += 13) {
            if (!delivered.contains(after(i, perSecond), 0)) {
                throw new AssertionError("forgotten: " + i + " of " + to);
            }
        }
    }

    /** The i-th of so many a second, of 50 µs each. */
    private Pin after(int i, int perSecond) {
        long start = 1_000_000_000_000L + i * (1_000_000_000L / perSecond);
        return new Pin(blocking, start, 50_000, 1, "", null);
    }
}
