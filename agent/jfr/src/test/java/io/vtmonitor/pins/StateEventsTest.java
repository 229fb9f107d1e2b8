package io.vtmonitor.pins;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateEventsTest {
    @Test
    void the_parts_of_a_text_join_to_it_and_none_begins_or_ends_within_a_character() {
        String text = "a\uD83D\uDE00b\uD83D\uDE00\uD83D\uDE00\u00FC\u4E2D".repeat(20);
        for (int most = 2; most < 30; most++) {
            List<String> parts = StateEvents.split(text, most);
            assertThat(String.join("", parts)).isEqualTo(text);
            int longest = most;
            assertThat(parts).as("of %d characters at most", most).allSatisfy(part -> {
                assertThat(part).hasSizeBetween(1, longest);
                assertThat(new String(part.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                        .isEqualTo(part);
            });
        }
    }

    @Test
    void a_text_that_fits_is_one_part() {
        assertThat(StateEvents.split("", 4)).containsExactly("");
        assertThat(StateEvents.split("four", 4)).containsExactly("four");
        assertThat(StateEvents.split("four5", 4)).containsExactly("four", "5");
    }
}
