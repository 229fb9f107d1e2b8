package io.vtmonitor.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StackFrameTest {
    @ParameterizedTest
    @CsvSource({
        "a.B$C.m:7, a.B$C.m, a.B$C, m, 7",
        "a.B.<clinit>, a.B.<clinit>, a.B, <clinit>, 0",
        "m:12, m, '', m, 12",
        "a.B.m:, a.B.m:, a.B, m:, 0",
        "a.B.odd:name, a.B.odd:name, a.B, odd:name, 0",
        "a.B.m:12345678901, a.B.m, a.B, m, 0"
    })
    void a_frame_is_a_class_a_method_and_a_line_where_it_is_known(
            String text, String method, String className, String methodName, int line) {
        StackFrame frame = StackFrame.parse(text);

        assertThat(frame).hasToString(text);
        assertThat(frame.method()).isEqualTo(method);
        assertThat(frame.className()).isEqualTo(className);
        assertThat(frame.methodName()).isEqualTo(methodName);
        assertThat(frame.line()).isEqualTo(line);
    }

    @ParameterizedTest
    @CsvSource({
        "a.B$C, m, 7, a.B$C.m:7",
        "a.B, <clinit>, -1, a.B.<clinit>",
        "java.lang.Thread, sleep0, -2, java.lang.Thread.sleep0",
        "a.B$$Lambda/0x00007f5c9c0a1238, run, 3, a.B$$Lambda.run:3"
    })
    void a_frame_of_a_running_thread_is_the_same_as_its_text_read_back(
            String className, String methodName, int line, String text) {
        StackFrame frame = StackFrame.of(new StackTraceElement(className, methodName, "B.java", line));

        assertThat(frame).isEqualTo(StackFrame.parse(text));
        assertThat(frame.method()).isEqualTo(StackFrame.parse(text).method());
        assertThat(frame.line()).isEqualTo(Math.max(0, line));
    }
}
