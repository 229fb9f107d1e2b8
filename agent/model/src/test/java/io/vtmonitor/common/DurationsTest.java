package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "0.0000004, 0.4 us",
        "0.0000234, 23 us",
        "0.0000996, 0.1 ms",
        "0.0012, 1.2 ms",
        "0.0234, 23 ms",
        "1.234, 1.23 s",
        "61.04, 61.0 s",
        "3600, 3600 s"
    })
    void a_duration_has_a_unit_that_shows_it_and_three_digits_at_most(double seconds, String text) {
        assertThat(Durations.text(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 %",
        "0.0004, < 0.1 %",
        "0.002, 0.2 %",
        "0.0996, 10 %",
        "0.5, 50 %",
        "0.9949, 99 %",
        "0.998, 99.8 %",
        "0.99949, 99.9 %",
        "0.9999, > 99.9 %",
        "1, 100 %",
        "1.26, 126 %"
    })
    void a_share_is_called_nothing_or_all_only_where_it_is(double part, String text) {
        assertThat(Durations.percent(part)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 ms", "500, 500 us", "1500, 1500 us", "20000, 20 ms", "2000000, 2000 ms"})
    void a_threshold_is_told_to_the_microsecond(long micros, String text) {
        assertThat(Durations.exact(micros)).isEqualTo(text);
    }
}
