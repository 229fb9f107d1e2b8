package io.vtmonitor.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.cli.Commands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thread dumps of the platform's threads. */
class TextDumpTest {
    @TempDir
    private Path folder;

    private String analyzed(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("dump.txt"), text);
        StringWriter err = new StringWriter();
        int code = Commands.line()
                .setErr(new PrintWriter(err, true))
                .setOut(new PrintWriter(new StringWriter()))
                .execute("analyze", file.toString());
        assertThat(code).isEqualTo(1);
        return err.toString();
    }

    @Test
    void a_dump_that_lacks_virtual_threads_names_the_command_that_lists_them() throws IOException {
        for (String text : new String[] {
            "8466:\n2026-11-25 00:14:07\nFull thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode):\n",
            "2026-11-25 00:14:07\nFull thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode):\n"
        }) {
            assertThat(analyzed(text))
                    .contains(
                            "dump.txt: it is a thread dump of jstack or Thread.print, which lists only virtual threads"
                                    + " that have a carrier. Those of jcmd PID Thread.dump_to_file -format=json FILE are read.")
                    .doesNotContain("FLR");
        }
    }

    @Test
    void another_text_is_no_dump() throws IOException {
        assertThat(analyzed("2026-11-25 00:14:07\nServer started\n")).contains("FLR");
    }
}
