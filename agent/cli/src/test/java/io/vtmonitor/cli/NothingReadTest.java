package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where there is nothing that could be read, nobody may take it for a build without pins. */
class NothingReadTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "analyze NONE | nothing could be read, so there is no report",
                "merge NONE | nothing could be read, so there is no report",
                "diff NONE NONE | nothing could be read of 'before', so there is nothing to compare"
            })
    void a_gate_is_blind_and_the_result_of_an_earlier_run_does_not_stay(String line, String why) throws IOException {
        Path xml = Files.writeString(folder.resolve("gate.xml"), "of an earlier run");
        String none = folder.resolve("none.jfr").toString();
        assertThat(run((line + " --fail-on pins>0 -o " + xml)
                        .replace("NONE", none)
                        .split(" ")))
                .isEqualTo(1);
        assertThat(err.toString()).contains("vt-monitor: " + why, "vt-monitor: gate: the gate is blind: " + why);
        assertThat(xml).content().contains("errors=\"1\"", "the gate is blind");
    }

    @Test
    void a_dump_is_not_compared_and_what_can_be_is_named() throws IOException {
        String dump = Files.writeString(folder.resolve("dump.json"), "{\"threadDump\": {}}")
                .toString();
        assertThat(run("diff", dump, dump)).isEqualTo(1);
        assertThat(err.toString())
                .contains("can't be compared; the report that analyze -o NAME.json makes of it can. It is left out.");
    }

    @Test
    void what_a_file_holds_does_not_reach_the_terminal_as_it_is() throws IOException {
        Path file = Files.writeString(folder.resolve("no.json"), "FL\u0000\u001b[31m");
        assertThat(run("merge", file.toString())).isEqualTo(1);
        assertThat(err.toString().lines().toList())
                .noneMatch(line -> line.chars().anyMatch(Character::isISOControl))
                .anyMatch(line -> line.contains("it is not JSON"));
    }

    private int run(String... arguments) {
        return Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err, true), arguments);
    }
}
