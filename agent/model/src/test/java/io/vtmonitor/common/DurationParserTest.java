package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationParserTest {
    private static final Set<String> UNITS = Set.of("", "ns", "us", "ms", "s", "m", "h", "d");

    @ParameterizedTest
    @CsvSource({
        "7, PT0.000000007S",
        "7ns, PT0.000000007S",
        "500us, PT0.0005S",
        "20ms, PT0.02S",
        "90s, PT1M30S",
        "5m, PT5M",
        "1h, PT1H",
        "2d, PT48H"
    })
    void a_duration_is_a_whole_number_and_a_unit(String text, String duration) {
        assertThat(DurationParser.parse(text, 12, UNITS)).isEqualTo(Duration.parse(duration));
    }

    @Test
    void what_nanoseconds_cannot_count_is_as_long_as_they_can() {
        assertThat(DurationParser.parse("999999999999d", 12, UNITS)).isEqualTo(Duration.ofDays(106_751));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ms", "20 ms", "-1s", "1.5s", "1w", "20MS", "1234567890123s"})
    void another_text_is_no_duration(String text) {
        assertThat(DurationParser.parse(text, 12, UNITS)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1ns", "1d"})
    void a_unit_is_read_where_it_is_accepted_only(String text) {
        assertThat(DurationParser.parse(text, 12, Set.of("ms", "s"))).isNull();
    }
}
