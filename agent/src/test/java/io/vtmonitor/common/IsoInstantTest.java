package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IsoInstantTest {
    private static final long[] UNITS = {1, 1_000, 1_000_000, 1_000_000_000, 86_400_000_000_000L};

    @Test
    void an_instant_is_written_as_the_jdk_writes_it_and_read_back() {
        Random random = new Random(4);
        for (int i = 0; i < 200_000; i++) {
            long unit = UNITS[i % UNITS.length];
            long nanos = random.nextLong() / unit * unit;
            String text = Instant.ofEpochSecond(0, nanos).toString();
            assertThat(IsoInstant.text(nanos)).isEqualTo(text);
            assertThat(IsoInstant.nanos(text)).isEqualTo(nanos);
        }
    }

    @Test
    void every_day_is_right() {
        for (long day = 0; day < 84_000; day++) {
            String text = Instant.EPOCH.plus(day, ChronoUnit.DAYS).toString();
            assertThat(IsoInstant.text(day * 86_400_000_000_000L)).isEqualTo(text);
            assertThat(IsoInstant.nanos(text)).isEqualTo(day * 86_400_000_000_000L);
        }
    }

    @Test
    void what_is_no_instant_is_refused_as_the_jdk_refuses_it() {
        for (String text : List.of(
                "",
                "2026-02-29T00:00:00Z",
                "2026-04-31T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-01-01T25:00:00Z",
                "2026-01-01T00:00:00",
                "2026-01-01T00:00:00.1234567890Z")) {
            assertThatThrownBy(() -> IsoInstant.nanos(text)).as(text).isInstanceOf(DateTimeParseException.class);
        }
    }
}
