package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.cli.jvm.AttachRefusedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordCommandTest {
    @TempDir
    private Path folder;

    @Test
    void a_recording_whose_name_was_taken_meanwhile_is_kept_under_another_one() throws IOException {
        Path part = Files.writeString(folder.resolve(".app.jfr.1.part"), "recorded");
        Path file = Files.writeString(folder.resolve("app.jfr"), "another one");
        Path other = folder.resolve("app.jfr." + ProcessHandle.current().pid() + ".jfr");
        assertThatThrownBy(() -> RecordCommand.move(part, file))
                .isInstanceOf(AttachRefusedException.class)
                .hasMessageContainingAll(file.toString(), "was not changed", "kept as " + other);
        assertThat(file).hasContent("another one");
        assertThat(other).hasContent("recorded");
        assertThat(part).doesNotExist();
    }

    @Test
    void help_for_the_options_of_the_analysis_records_nothing() {
        StringWriter out = new StringWriter();
        int code = Commands.line().setOut(new PrintWriter(out, true)).execute("record", "999999999", "--", "--help");
        assertThat(code).isZero();
        assertThat(out.toString()).contains("Usage: vt-monitor analyze", "--classpath");
    }

    @Test
    void a_recording_that_can_not_be_moved_is_not_said_to_be_damaged() {
        Path part = folder.resolve("none.part");
        assertThatThrownBy(() -> RecordCommand.move(part, folder.resolve("app.jfr")))
                .isInstanceOf(AttachRefusedException.class)
                .hasMessageStartingWith("the recording can't be moved to " + folder.resolve("app.jfr"));
    }
}
