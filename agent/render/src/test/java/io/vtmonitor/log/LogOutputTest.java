package io.vtmonitor.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LogOutputTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @AfterEach
    void reset() {
        LogOutput.reset();
    }

    @Test
    void lines_are_appended_to_the_file_with_their_time_and_level() throws IOException {
        Path file = folder.resolve("logs").resolve("agent.log");
        for (String line : List.of("first", "second")) {
            LogOutput.use(file, false, false);
            LogOutput.current().print(Level.WARN, line);
            LogOutput.finish(LONG);
        }
        assertThat(Files.readAllLines(file))
                .hasSize(2)
                .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z WARN vt-monitor: (first|second)"));
    }

    @Test
    void as_json_a_line_is_an_object_whatever_it_says() throws IOException {
        Path file = folder.resolve("agent.log");
        String message = "\"quoted\" \\ back\nnew\tline \u0001 grün \uD83D\uDE00 \uD800";
        LogOutput.use(file, true, true);
        LogOutput.current().print(Level.INFO, message);
        LogOutput.finish(LONG);
        JsonNode line = JsonMapper.shared().readTree(Files.readAllLines(file).get(0));
        assertThat(line.path("message").asString()).isEqualTo(message);
        assertThat(line.path("level").asString()).isEqualTo("info");
        assertThat(line.path("source").asString()).isEqualTo("vt-monitor");
    }

    /** Names of threads are the application's: a line break in one would forge a line of ours. */
    @Test
    void as_text_a_line_is_one_line_whatever_it_says() throws IOException {
        Path file = folder.resolve("agent.log");
        LogOutput.use(file, false, false);
        LogOutput.current().print(Level.WARN, "a\nvt-monitor: forged\r\u001b[2J\u0085\u2028 grün \\ end");
        LogOutput.finish(LONG);
        assertThat(Files.readString(file))
                .endsWith(" WARN vt-monitor: a\\u000avt-monitor: forged\\u000d\\u001b[2J\\u0085\\u2028 grün \\ end\n")
                .doesNotContain("\u001b", "\u2028");
        assertThat(Files.readAllLines(file)).hasSize(1);
    }

    @Test
    void a_flood_does_not_fill_the_disk() throws IOException {
        Path file = folder.resolve("agent.log");
        LogOutput.use(file, false, false);
        for (int i = 0; i < 10 * LogOutput.LINES_A_MINUTE; i++) {
            LogOutput.current().print(Level.INFO, "line " + i);
        }
        LogOutput.finish(LONG);
        assertThat(Files.readAllLines(file)).hasSizeBetween(LogOutput.LINES_A_MINUTE, 2 * LogOutput.LINES_A_MINUTE + 2);
    }

    @Test
    void lines_that_nobody_reads_are_counted_and_the_next_one_that_is_read_says_how_many() throws InterruptedException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch reads = new CountDownLatch(1);
        OutputStream fullPipe = new OutputStream() {
            @Override
            public void write(int b) {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                begun.countDown();
                awaitQuietly(reads);
                read.write(bytes, from, length);
            }
        };
        AtomicLong minutes = new AtomicLong();
        LogOutput output =
                new LogOutput(fullPipe, folder.resolve("pipe"), false, () -> TimeUnit.MINUTES.toNanos(minutes.get()));
        output.print(Level.INFO, "on its way");
        begun.await();
        for (int i = 0; i < LogOutput.LINES_A_MINUTE + 7; i++) {
            minutes.incrementAndGet(); // none is more than so many a minute
            output.print(Level.INFO, "line " + i);
        }
        reads.countDown();
        output.end(LONG);
        output.print(Level.INFO, "next");
        output.end(LONG);
        assertThat(read.toString(StandardCharsets.UTF_8).lines().map(line -> line.replaceAll(".* vt-monitor: ", "")))
                .hasSize(1 + LogOutput.LINES_A_MINUTE + 2)
                .startsWith("on its way", "line 0")
                .endsWith("7 lines were dropped here: nobody read the lines before them", "next");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "mkfifo is at hand there")
    void a_pipe_that_nobody_reads_keeps_nobody_and_who_reads_it_later_gets_the_lines() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertTimeoutPreemptively(LONG, () -> LogOutput.use(pipe, false, true));
        LogOutput.current().print(Level.INFO, "early");
        try (BufferedReader reader = Files.newBufferedReader(pipe)) {
            assertThat(reader.readLine()).endsWith(" INFO vt-monitor: early");
            LogOutput.current().print(Level.INFO, "late");
            assertThat(reader.readLine()).endsWith(" INFO vt-monitor: late");
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "mkfifo is at hand there")
    void a_pipe_that_nobody_reads_does_not_keep_who_leaves_it() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertTimeoutPreemptively(LONG, () -> {
            LogOutput.use(pipe, false, true);
            LogOutput.current().print(Level.INFO, "lost");
            LogOutput.reset();
        });
        try (BufferedReader reader = Files.newBufferedReader(pipe)) { // lets go what opens it
            assertThat(reader.readLine()).isNull();
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("vt-monitor-log")) {
                assertThat(thread.join(LONG)).as("ends").isTrue();
            }
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "/dev/null is a device there")
    void a_device_is_written_to_and_a_folder_is_refused() throws Exception {
        LogOutput.use(Path.of("/dev/null"), false, true);
        LogOutput.current().print(Level.INFO, "swallowed");
        LogOutput.finish(LONG);
        assertThatThrownBy(() -> LogOutput.use(folder, false, true)).isInstanceOf(IOException.class);
    }

    @Test
    void where_lines_go_from_now_on_is_said_once_where_they_went_before() throws IOException {
        Path before = folder.resolve("before.log");
        Path after = folder.resolve("new").resolve("after.log");
        LogOutput.use(before, false, false);
        LogOutput.use(after, false, true);
        LogOutput.use(after, false, true);
        LogOutput.current().print(Level.INFO, "first");
        LogOutput.finish(LONG);
        assertThat(Files.readAllLines(before))
                .singleElement()
                .asString()
                .endsWith(" INFO vt-monitor: lines go to " + after + ", whose folder was created");
        assertThat(Files.readAllLines(after)).hasSize(2).first().asString().endsWith(" lines go to " + after);
    }

    @Test
    void a_file_that_can_not_be_opened_is_told_and_nothing_has_changed() throws IOException {
        LogOutput before = LogOutput.current();
        Path inTheWay = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> LogOutput.use(inTheWay.resolve("agent.log"), false, true))
                .isInstanceOf(IOException.class);
        assertThat(LogOutput.current()).isSameAs(before);
    }
}
