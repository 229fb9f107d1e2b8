package io.vtmonitor.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameTextTest {
    @ParameterizedTest
    @CsvSource({
        "a.B$C.m:7, a.B$C.m, a.B$C, 7",
        "a.B.<clinit>, a.B.<clinit>, a.B, 0",
        "m:12, m, '', 12",
        "a.B.m:, a.B.m:, a.B, 0",
        "a.B.odd:name, a.B.odd:name, a.B, 0",
        "a.B.m:12345678901, a.B.m, a.B, 0"
    })
    void a_frame_is_a_class_a_method_and_a_line_where_it_is_known(
            String frame, String method, String className, int line) {
        assertThat(FrameText.method(frame)).isEqualTo(method);
        assertThat(FrameText.className(frame)).isEqualTo(className);
        assertThat(FrameText.line(frame)).isEqualTo(line);
    }
}
