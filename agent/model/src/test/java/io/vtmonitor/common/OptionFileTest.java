package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class OptionFileTest {
    private static final int MOST = 4 << 10;

    @TempDir
    private Path folder;

    @Test
    void a_link_is_followed_as_secrets_of_kubernetes_are_links_to_links() throws Exception {
        Files.writeString(Files.createDirectory(folder.resolve("..2026")).resolve("token"), "a secret");
        Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026"));
        Path link = Files.createSymbolicLink(folder.resolve("token"), Path.of("..data/token"));
        assertThat(OptionFile.read(link, MOST)).isEqualTo("a secret");
    }

    @Test
    void as_much_as_is_accepted_is_read_and_one_byte_more_is_refused() throws Exception {
        Path file = Files.writeString(folder.resolve("long"), "x".repeat(MOST));
        assertThat(OptionFile.read(file, MOST)).hasSize(MOST);
        Files.writeString(file, "x".repeat(MOST + 1));
        assertThatThrownBy(() -> OptionFile.read(file, MOST))
                .isInstanceOf(IOException.class)
                .hasMessage("it is longer than 4 KB; accepted: a regular file of at most 4 KB, or a link to one");
    }

    @Test
    void a_file_that_states_no_size_is_counted_as_it_is_read() throws Exception {
        Path limits = Path.of("/proc/self/limits");
        assumeTrue(Files.exists(limits), "only Linux shows the limits of a process");
        assertThat(Files.size(limits)).isZero();
        assertThat(OptionFile.read(limits, MOST)).contains("Max file size");
        assertThatThrownBy(() -> OptionFile.read(limits, 1 << 10)).hasMessageStartingWith("it is longer than 1 KB; ");
    }

    @Test
    @Timeout(
            value = 30,
            threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // to open a pipe without a writer does not end
    void what_is_no_regular_file_is_not_opened() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path link = Files.createSymbolicLink(folder.resolve("link"), pipe);
        for (Path endless : new Path[] {pipe, link, Path.of("/dev/zero")}) {
            assertThatThrownBy(() -> OptionFile.read(endless, OptionFile.MOST_BYTES))
                    .isInstanceOf(IOException.class)
                    .hasMessage("it is a device, a pipe, or a socket;"
                            + " accepted: a regular file of at most 1 MB, or a link to one");
        }
        assertThatThrownBy(() -> OptionFile.read(folder, MOST)).hasMessageStartingWith("it is a folder; accepted: ");
    }

    @Test
    void what_is_not_there_or_no_text_is_told_as_such() throws Exception {
        assertThatThrownBy(() -> OptionFile.read(folder.resolve("none"), MOST)).isInstanceOf(NoSuchFileException.class);
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff});
        assertThatThrownBy(() -> OptionFile.read(binary, MOST)).isInstanceOf(CharacterCodingException.class);
    }
}
