package io.vtmonitor.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StackFrameTest {
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
            String text, String method, String className, int line) {
        StackFrame frame = StackFrame.parse(text);

        assertThat(frame).hasToString(text);
        assertThat(frame.method()).isEqualTo(method);
        assertThat(frame.className()).isEqualTo(className);
        assertThat(frame.line()).isEqualTo(line);
    }
}
