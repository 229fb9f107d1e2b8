package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedLinesTest {
    private static final int BUFFER = 1 << 13;

    @Test
    void lines_end_wherever_the_buffer_does() throws IOException {
        for (int length = BUFFER - 3; length <= BUFFER + 3; length++) {
            String first = "x".repeat(length);
            assertThat(lines(first + "\r\n\nlast")).containsExactly(first, "", "last");
            assertThat(lines(first + "\n")).containsExactly(first);
        }
    }

    @Test
    void what_is_longer_than_a_line_of_a_dump_is_cut_and_the_next_line_is_whole() throws IOException {
        BoundedLines lines = new BoundedLines(stream("é".repeat(100_000) + "\nnext"));
        assertThat(lines.next()).isEqualTo("é".repeat(1 << 16));
        assertThat(lines.read()).isEqualTo(100_000);
        assertThat(lines.next()).isEqualTo("next");
        assertThat(lines.next()).isNull();
    }

    @Test
    void no_text_has_no_line() throws IOException {
        assertThat(lines("")).isEmpty();
    }

    private static List<String> lines(String text) throws IOException {
        BoundedLines lines = new BoundedLines(stream(text));
        List<String> all = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            all.add(line);
        }
        return all;
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
