package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.jfr.ChunkClock;
import io.vtmonitor.model.Pin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamClockTest {
    private static final long SECOND = 1_000_000_000;
    private static final long BEGAN = 1_700_000_000 * SECOND;
    private static final long TICKS_PER_SECOND = 2_400_000_000L;

    private long seconds;
    private long drift;
    private final StreamClock.Counter counter = new StreamClock.Counter() {
        @Override
        public long ticks() {
            return inTicks(seconds);
        }

        @Override
        public long perSecond() {
            return TICKS_PER_SECOND;
        }
    };
    private final StreamClock clock = new StreamClock(counter, () -> BEGAN + seconds * SECOND - drift);

    @ParameterizedTest(name = "by {0} s")
    @ValueSource(longs = {5, -5, 20, -20, 0})
    void it_knows_by_how_much_the_stream_is_ahead_of_the_machine(long ahead) {
        flush(100);
        assertThat(clock.ahead()).isZero();
        drift = ahead * SECOND;
        flush(1_000);

        assertThat(clock.ahead()).isEqualTo(drift);
        assertThat(clock.now()).isEqualTo(BEGAN + 1_000 * SECOND);
        seconds = 1_010; // no event for ten seconds
        assertThat(clock.now()).isEqualTo(BEGAN + 1_010 * SECOND);
        clock.flushed();
        assertThat(clock.ahead()).isEqualTo(drift);
    }

    @ParameterizedTest(name = "by {0} s")
    @ValueSource(longs = {5, -5, 20, -20})
    void it_knows_by_how_much_the_stream_is_ahead_of_a_chunk(long ahead) {
        flush(100);
        ChunkClock chunk = new ChunkClock(BEGAN + 1_000 * SECOND - ahead * SECOND, inTicks(1_000), TICKS_PER_SECOND);

        assertThat(clock.ahead(chunk)).isEqualTo(ahead * SECOND);
    }

    @ParameterizedTest(name = "by {0} s")
    @ValueSource(longs = {5, -5, 20, -20})
    void a_stream_that_was_opened_again_is_given_the_times_of_the_first(long ahead) {
        DeliveredPins delivered = new DeliveredPins();
        flush(100);
        drift = ahead * SECOND;
        flush(1_000);
        Pin before = pin(BEGAN + 1_000 * SECOND);
        delivered.add(before);
        delivered.flushed();

        clock.reopened();
        clock.event(inTicks(1_000), BEGAN + 1_000 * SECOND - drift); // by the clock of a later chunk, which is right
        Pin again = pin(BEGAN + 1_000 * SECOND - drift);
        Pin fresh = pin(BEGAN + 1_001 * SECOND - drift);

        assertThat(delivered.contains(again, clock.shift())).isTrue();
        assertThat(clock.shifted(again)).isEqualTo(before);
        assertThat(delivered.contains(fresh, clock.shift())).isFalse();
        seconds = 1_001;
        clock.flushed();
        assertThat(clock.ahead()).isEqualTo(drift);
    }

    @Test
    void without_the_jvms_counter_the_stream_is_taken_to_be_right() {
        StreamClock blind = new StreamClock(null, () -> BEGAN + 7);
        blind.event(1, BEGAN);
        blind.flushed();
        blind.reopened();
        blind.event(2, BEGAN);

        assertThat(blind.now()).isEqualTo(BEGAN + 7);
        assertThat(blind.shift()).isZero();
    }

    /** A flush with one event, so many seconds after the begin. */
    private void flush(long at) {
        seconds = at;
        clock.event(inTicks(at), BEGAN + at * SECOND);
        clock.flushed();
    }

    private static long inTicks(long seconds) {
        return seconds * TICKS_PER_SECOND;
    }

    private static Pin pin(long start) {
        return new Pin(Pins.pinned("a.B.run"), start, 50_000, 1, "", null);
    }
}
