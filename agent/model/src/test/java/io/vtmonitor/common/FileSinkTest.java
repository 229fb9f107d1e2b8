package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileSinkTest {
    @TempDir
    private Path folder;

    @Test
    void a_file_is_replaced_and_nothing_is_left_beside_it() throws Exception {
        Path file = Files.writeString(folder.resolve("report.json"), "before, and longer");
        FileSink.write(file, "after");
        assertThat(file).hasContent("after");
        assertThat(folder).isDirectoryContaining(file::equals);
        assertThat(names()).containsExactly("report.json");
    }

    @Test
    void a_file_that_can_not_be_written_to_its_end_is_as_before() throws Exception {
        Path file = Files.writeString(folder.resolve("report.json"), "before");
        assertThatThrownBy(() -> FileSink.write(file, out -> {
                    out.write(1);
                    throw new IOException("full");
                }))
                .hasMessage(file + ": full");
        assertThat(file).hasContent("before");
        assertThat(names()).containsExactly("report.json");
    }

    @Test
    void a_file_of_the_user_with_the_ending_of_parts_stays() throws Exception {
        Path users = Files.writeString(folder.resolve("report.json.part"), "mine");
        FileSink.write(folder.resolve("report.json"), "report");
        assertThat(users).hasContent("mine");
    }

    @Test
    void of_two_that_write_the_same_file_at_the_same_time_the_last_one_is_there_completely() throws Exception {
        Path file = folder.resolve("report.json");
        FileSink.write(file, out -> {
            out.write("first, and ".getBytes(StandardCharsets.UTF_8));
            out.flush();
            FileSink.write(file, "second");
            assertThat(file).hasContent("second");
            out.write("longer".getBytes(StandardCharsets.UTF_8));
        });
        assertThat(file).hasContent("first, and longer");
        assertThat(names()).containsExactly("report.json");
    }

    @Test
    void a_name_as_long_as_file_systems_accept_is_written() throws Exception {
        Path file = folder.resolve("n".repeat(250) + ".json");
        FileSink.write(file, "report");
        assertThat(file).hasContent("report");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "permissions are there")
    void others_may_read_it_if_they_may_read_what_the_process_creates() throws Exception {
        Path file = folder.resolve("report.json");
        FileSink.write(file, "report");
        assertThat(Files.getPosixFilePermissions(file))
                .isEqualTo(Files.getPosixFilePermissions(Files.createFile(folder.resolve("any"))));
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "mkfifo is at hand there")
    void a_pipe_is_written_to_and_stays() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException e) {
                return e.toString();
            }
        });
        FileSink.write(pipe, "to the reader");
        // Not a regular file: the reader would wait for a writer else.
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo("to the reader");
        assertThat(names()).containsExactly("pipe");
    }

    @Test
    void what_a_link_leads_to_is_replaced_and_the_link_stays() throws Exception {
        Path file =
                Files.writeString(Files.createDirectory(folder.resolve("real")).resolve("report.json"), "before");
        Path link = Files.createSymbolicLink(folder.resolve("latest.json"), Path.of("real/report.json"));
        Path links = Files.createSymbolicLink(folder.resolve("link.json"), link);
        FileSink.write(links, "after");
        assertThat(file).hasContent("after");
        assertThat(Files.isSymbolicLink(link) && Files.isSymbolicLink(links)).isTrue();
    }

    @Test
    void a_link_to_a_file_that_is_to_be_made_stays() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("latest.json"), Path.of("1.json"));
        FileSink.write(link, "first");
        assertThat(folder.resolve("1.json")).hasContent("first");
        assertThat(Files.isSymbolicLink(link)).isTrue();
    }

    @Test
    void links_in_a_circle_and_folders_are_refused_and_stay() throws Exception {
        Path one = folder.resolve("one");
        Files.createSymbolicLink(one, Path.of("two"));
        Files.createSymbolicLink(folder.resolve("two"), Path.of("one"));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThatThrownBy(() -> FileSink.write(one, "x")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> FileSink.write(empty, "x")).isInstanceOf(IOException.class);
        assertThat(Files.isSymbolicLink(one)).isTrue();
        assertThat(Files.isDirectory(empty, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }

    private String[] names() {
        return folder.toFile().list();
    }
}
