package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Report;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.tally.Merge;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standard output that takes nothing, as that of a full disk. */
class FullOutputTest {
    private static final Report NOTHING = new Merge("test").report();

    private final PrintStream before = System.out;

    @TempDir
    private Path folder;

    @BeforeEach
    void fill() {
        System.setOut(new PrintStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("no space left on device");
            }
        }));
    }

    @AfterEach
    void restore() {
        System.setOut(before);
    }

    @Test
    void what_goes_into_a_file_does_not_need_it() throws IOException {
        Path report = Files.writeString(folder.resolve("report.json"), JsonReport.write(NOTHING));
        Path merged = folder.resolve("merged.json");
        assertThat(Commands.line().execute("merge", report.toString(), "-o", merged.toString()))
                .isZero();
        assertThat(merged).isNotEmptyFile();
    }
}
