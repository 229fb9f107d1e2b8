package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EpochNanosTest {
    @Test
    void instants_keep_every_nanosecond() {
        assertThat(EpochNanos.instant(0)).hasToString("1970-01-01T00:00:00Z");
        assertThat(EpochNanos.instant(1_795_251_600_120_000_000L)).hasToString("2026-11-21T09:00:00.120Z");
        for (long nanos : new long[] {-1, 1, Long.MAX_VALUE, -4_000_000_000_000_000_000L}) {
            assertThat(EpochNanos.nanos(EpochNanos.instant(nanos))).isEqualTo(nanos);
        }
    }
}
