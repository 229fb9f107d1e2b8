package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void what_has_no_shape_is_shown_by_its_number_and_all_else_stays() {
        assertThat(Printable.text("a\u202eb\n\u001b[2J\u2028\u200b\ud800"))
                .isEqualTo("a\\u202eb\\u000a\\u001b[2J\\u2028\\u200b\\ud800");
        assertThat(Printable.text("\udb40\udc41")).isEqualTo("\\u{e0041}");
        assertThat(Printable.text("Größe <線程> \ud83d\ude00 ~")).isEqualTo("Größe <線程> \ud83d\ude00 ~");
    }
}
