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

/** Thread dumps that are no JSON. */
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
    void what_is_no_json_names_the_command_that_makes_it() throws IOException {
        for (String text : new String[] {
            "8466\n2026-11-25T00:14:06.654168041Z\n25.0.3+9-LTS\n\n#1 \"main\"\n",
            "8466:\n2026-11-25 00:14:07\nFull thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode):\n",
            "2026-11-25 00:14:07\nFull thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode):\n"
        }) {
            assertThat(analyzed(text))
                    .contains("dump.txt: it is a thread dump as text. Those of jcmd PID Thread.dump_to_file"
                            + " -format=json FILE are read. It is left out.")
                    .doesNotContain("FLR");
        }
    }

    @Test
    void another_text_is_no_dump() throws IOException {
        assertThat(analyzed("2026-11-25 00:14:07\nServer started\n")).contains("FLR");
    }
}
