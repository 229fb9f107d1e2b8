package io.vtmonitor.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

class LogLineTest {
    @TempDir
    private Path folder;

    @AfterEach
    void reset() {
        LogOutput.reset();
    }

    @Test
    void what_is_written_as_json_is_read_as_it_was_said() throws IOException {
        Path file = folder.resolve("agent.log");
        List<String> messages = List.of(
                "two\n  lines",
                "\"quoted\" \\u0041 \\",
                "tab\tgrün \uD83D\uDE00",
                "line\u2028separator\u0085",
                "ends with a backslash\\",
                "");
        LogOutput.use(file, true, false);
        messages.forEach(message -> LogOutput.current().print(Level.WARN, message));
        LogOutput.current().print(Level.INFO, "information");
        LogOutput.finish(Duration.ofSeconds(30));
        List<LogLine> read = Files.readAllLines(file).stream()
                .map(LogLine::of)
                .map(Objects::requireNonNull)
                .toList();
        assertThat(read.subList(0, messages.size())).allMatch(LogLine::warns);
        assertThat(read.subList(0, messages.size()).stream().map(LogLine::message))
                .isEqualTo(messages);
        assertThat(read.get(messages.size()).warns()).isFalse();
    }

    @Test
    void what_others_write_is_none_of_ours() {
        assertThat(LogLine.of("WARNING: something")).isNull();
        assertThat(LogLine.of("{\"time\":\"now\",\"level\":\"warn\",\"source\":\"vt-monitor\",\"message\":\"x\"}"))
                .isNull();
        assertThat(LogLine.of("{\"time\":\"2026-11-28T18:47:36Z\",\"level\":\"warn\",\"source\":\"vt-monitor\",\"mes"
                        + "sage\":\"\\uZZZZ\"}"))
                .isNull();
    }
}
