package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureTextTest {
    @Test
    void what_only_the_class_of_an_exception_says_is_said_in_words() {
        assertThat(FailureText.of(new NoSuchFileException("a"))).isEqualTo("a: no such file or folder");
        assertThat(FailureText.of(new UncheckedIOException(new AccessDeniedException("a"))))
                .isEqualTo("a: permission denied");
        assertThat(FailureText.of(new FileSystemException("a", null, "Read-only file system")))
                .isEqualTo("a: Read-only file system");
        assertThat(FailureText.of(new ZipException("zip END header not found")))
                .isEqualTo("zip END header not found: it is not a zip or gzip file, or it is damaged");
        assertThat(FailureText.of(new MalformedInputException(1))).isEqualTo("it is not text in UTF-8");
        assertThat(FailureText.of(new IOException("No space left on device"))).isEqualTo("No space left on device");
    }

    @Test
    void a_file_that_the_message_names_already_is_not_named_again() {
        assertThat(FailureText.reason("a", new NoSuchFileException("a"))).isEqualTo("no such file or folder");
        assertThat(FailureText.reason("a", new NoSuchFileException("a/b"))).isEqualTo("a/b: no such file or folder");
        assertThat(FailureText.reason("a", new IOException("full"))).isEqualTo("full");
    }

    @Test
    void a_fault_keeps_the_name_of_its_class() {
        assertThat(FailureText.of(new IllegalStateException("x"))).isEqualTo("java.lang.IllegalStateException: x");
        assertThat(FailureText.of(new IOException())).isEqualTo("java.io.IOException");
    }

    @Test
    void a_file_that_can_not_be_written_is_named_as_the_user_named_it(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> FileSink.write(folder, "x")).hasMessage(folder + ": Is a directory");
        assertThatThrownBy(() -> FileSink.write(Path.of("src"), "x")).hasMessage("src: Is a directory");
        assertThatThrownBy(() -> FileSink.write(file.resolve("report.html"), "x"))
                .hasMessageStartingWith(file.resolve("report.html") + ": ")
                .hasMessageNotContainingAny(".part", "Exception");
        assertThatThrownBy(() -> FileSink.write(file, out -> {
                    throw new IOException("full");
                }))
                .hasMessage(file + ": full");
    }

    @Test
    void json_is_spoken_of_without_words_of_the_parser() {
        assertThat(FailureText.ofJson("Unexpected end-of-input: expected close marker for Array (start marker at [S])"))
                .isEqualTo("Unexpected end-of-input: expected close marker for Array");
    }
}
