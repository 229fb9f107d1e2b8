package io.vtmonitor.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TimeLimitTest {
    @Test
    void what_is_no_number_of_seconds_is_answered_with_what_is_accepted() {
        for (String text : List.of("5m", "0", "-1", "", "12345678901")) {
            assertThatThrownBy(() -> McpServer.seconds(text))
                    .hasMessage("--time-limit " + text + ": a whole number from 1 on is accepted");
        }
        assertThat(McpServer.seconds("300")).isEqualTo(300);
    }
}
