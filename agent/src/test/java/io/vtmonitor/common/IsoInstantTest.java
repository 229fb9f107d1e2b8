package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.format.DateTimeParseException;
import org.junit.jupiter.api.Test;

class IsoInstantTest {
    @Test
    void nanoseconds_are_written_without_zeros_in_groups_of_three_and_read_back() {
        assertThat(IsoInstant.text(0)).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(IsoInstant.text(1_795_251_600_120_000_000L)).isEqualTo("2026-11-21T09:00:00.120Z");
        for (long nanos : new long[] {-1, 1, Long.MAX_VALUE, -4_000_000_000_000_000_000L}) {
            assertThat(IsoInstant.nanos(IsoInstant.text(nanos))).isEqualTo(nanos);
        }
    }

    @Test
    void what_is_no_instant_is_refused() {
        assertThatThrownBy(() -> IsoInstant.nanos("2026-02-29T00:00:00Z")).isInstanceOf(DateTimeParseException.class);
    }
}
