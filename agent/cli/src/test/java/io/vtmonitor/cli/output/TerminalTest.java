package io.vtmonitor.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void lines_are_as_long_as_the_terminal_is_wide_or_else_100_columns() {
        assertThat(Terminal.style(Map.of("COLUMNS", "132"), null).width()).isEqualTo(132);
        assertThat(Terminal.style(Map.of(), null).width()).isEqualTo(100);
        assertThat(Terminal.style(Map.of("COLUMNS", "wide"), null).width()).isEqualTo(100);
        assertThat(Terminal.style(Map.of("COLUMNS", "10"), null).width()).isEqualTo(40);
    }

    @Test
    void without_a_terminal_there_is_no_colour() {
        assertThat(Terminal.style(Map.of(), null).color()).isFalse();
        assertThat(Terminal.style(Map.of("NO_COLOR", "1"), null).color()).isFalse();
    }

    @Test
    void color_is_refused_by_the_user_or_by_a_terminal_that_has_none() {
        assertThat(Terminal.refusesColor(Map.of("NO_COLOR", "1"))).isTrue();
        assertThat(Terminal.refusesColor(Map.of("TERM", "dumb"))).isTrue();
        assertThat(Terminal.refusesColor(Map.of("TERM", "xterm", "NO_COLOR", "")))
                .isFalse();
    }
}
