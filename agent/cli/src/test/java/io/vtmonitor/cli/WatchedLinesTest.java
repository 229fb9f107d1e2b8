package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.report.text.TextStyle;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedLinesTest {
    @TempDir
    Path folder;

    @Test
    void what_follows_a_line_that_is_too_long_or_not_utf_8_is_printed_once() throws IOException {
        Path file = folder.resolve("lines");
        Files.writeString(file, "x".repeat(3 << 20) + "\n");
        StringWriter out = new StringWriter();
        WatchedLines lines = new WatchedLines(file, new PrintWriter(out), TextStyle.PLAIN);
        for (int i = 0; i < 4; i++) {
            lines.print();
        }
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, '\n'}, StandardOpenOption.APPEND);
        lines.print();
        Files.writeString(file, "the last line\nhalf a", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        lines.print();
        lines.print();
        assertThat(out.toString()).containsOnlyOnce("the last line").endsWith("the last line" + System.lineSeparator());
    }

    @Test
    void an_agent_that_writes_to_another_file_of_that_name_has_said_nothing() throws IOException {
        Path file = Files.createFile(folder.resolve("lines"));
        WatchedLines lines = new WatchedLines(file, new PrintWriter(new StringWriter()), TextStyle.PLAIN);
        lines.print();
        assertThat(lines.haveCome()).isFalse();
        assertThat(lines.unseen(4711))
                .contains(file + ", which is another file for")
                .endsWith(" 4711");
        Files.writeString(file, "a line\n");
        lines.print();
        assertThat(lines.haveCome()).isTrue();
    }

    @Test
    void it_says_that_nobody_reads_what_it_prints() throws IOException {
        Path file = Files.writeString(folder.resolve("lines"), "a line\n");
        assertThat(new WatchedLines(file, new PrintWriter(new StringWriter()), TextStyle.PLAIN).print())
                .isTrue();
        PrintWriter closed = new PrintWriter(new StringWriter());
        closed.close();
        assertThat(new WatchedLines(file, closed, TextStyle.PLAIN).print()).isFalse();
    }

    @Test
    void a_file_that_was_removed_ends_the_watch_in_order() throws IOException {
        Path file = Files.createFile(folder.resolve("lines"));
        WatchedLines lines = new WatchedLines(file, new PrintWriter(new StringWriter()), TextStyle.PLAIN);
        assertThat(lines.printNew()).isTrue();
        Files.delete(file);
        assertThat(lines.printNew()).isFalse();
        assertThatThrownBy(lines::print).isInstanceOf(IOException.class);
    }
}
