package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.report.json.JsonReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that {@code merge} takes for reports, and that are none. */
class BadReportsIT {
    @TempDir
    private Path directory;

    @Test
    void what_is_no_report_is_named_and_the_others_are_merged() throws Exception {
        Path good = Files.writeString(
                directory.resolve("good.json"),
                JsonReport.write(PinnedReport.on("21.0.8")
                        .pins(3, 100, "java.lang.Thread.sleep", "a.B.block")
                        .report()));
        List<Path> bad = List.of(
                Files.writeString(directory.resolve("text.json"), "no report"),
                Files.writeString(directory.resolve("empty.json"), ""),
                Files.writeString(
                        directory.resolve("cut.json"), Files.readString(good).substring(0, 3_000)),
                Files.writeString(
                        directory.resolve("other.json"),
                        Files.readString(good).replace("\"schemaVersion\" : 2", "\"schemaVersion\" : 99")),
                directory.resolve("missing.json"));
        ChildJvm.Exit exit = ChildJvm.on(17, directory)
                .commandLine(Stream.of(
                                Stream.of("merge", good.toString()),
                                bad.stream().map(Path::toString))
                        .flatMap(part -> part)
                        .toArray(String[]::new))
                .run();
        assertThat(exit.code()).isEqualTo(1);
        assertThat(exit.err()).hasSize(5).noneMatch(line -> line.startsWith("\tat "));
        IntStream.range(0, 5)
                .forEach(i -> assertThat(exit.err().get(i)).contains(bad.get(i).toString()));
        assertThat(exit.out()).anyMatch(line -> line.contains("3 pins held carriers"));

        assertThat(ShippedCommandLine.run("merge", bad.get(0).toString())).isEqualTo(1);
    }
}
