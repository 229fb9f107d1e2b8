package io.vtmonitor.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChunkClockTest {
    @Test
    void a_length_is_what_lies_between_two_instants_rounded_each_as_the_jdks_reader_has_it() {
        ChunkClock ticks = new ChunkClock(1_000, 0, 2_394_000_000L);
        assertThat(ticks.nanos(7)).isEqualTo(1_002);
        assertThat(ticks.nanos(18)).isEqualTo(1_007);
        assertThat(ticks.span(7, 11)).isEqualTo(5); // though 11 ticks are 4.6 ns
        assertThat(ticks.span(7, 0)).isZero();
        assertThat(ticks.span(7, -11)).isZero();
    }
}
