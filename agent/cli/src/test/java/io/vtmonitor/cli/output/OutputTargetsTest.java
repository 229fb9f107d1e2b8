package io.vtmonitor.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.cli.Main;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.tally.Merge;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputTargetsTest {
    @TempDir
    private Path folder;

    @Test
    void an_output_that_can_not_be_written_is_named_and_the_later_ones_are_written() throws Exception {
        Path report = Files.writeString(folder.resolve("report.json"), JsonReport.write(new Merge("test").report()));
        Path first = report.resolve("first.html");
        Path second = Files.writeString(folder.resolve("second.html"), "of an earlier run");
        Path third = report.resolve("third.html");
        StringWriter err = new StringWriter();
        int code = Main.run(
                new PrintWriter(new StringWriter()),
                new PrintWriter(err, true),
                "merge",
                report.toString(),
                "-o",
                first.toString(),
                "-o",
                second.toString(),
                "-o",
                third.toString());
        assertThat(code).isEqualTo(1);
        assertThat(second).content().contains("<html");
        assertThat(err.toString().lines()).singleElement().asString().contains(first + ": ", third + ": ");
    }
}
