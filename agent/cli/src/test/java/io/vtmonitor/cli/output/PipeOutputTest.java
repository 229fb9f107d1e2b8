package io.vtmonitor.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.cli.Main;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.tally.Merge;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class PipeOutputTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();
    private Path pipe;

    @BeforeEach
    void make() throws Exception {
        pipe = folder.resolve("pipe");
        assumeTrue(
                new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0,
                "skipped, no pipe can be made here");
        Files.writeString(folder.resolve("report.json"), JsonReport.write(new Merge("test").report()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge REPORT --format json -o PIPE", "scan FOLDER --format text -o PIPE"})
    void a_pipe_that_nobody_reads_is_named_and_written_once_somebody_does(String line) throws Exception {
        CompletableFuture<Integer> code = begin(() -> run(line));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!err.toString()
                .contains(pipe + " has not been read to the end for 3 s; still waiting for whoever reads it")) {
            assertThat(code).as(err.toString()).isNotDone();
            assertThat(System.nanoTime()).as(err.toString()).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        assertThat(code).isNotDone();
        assertThat(read().get(60, TimeUnit.SECONDS)).isNotBlank();
        code.get(60, TimeUnit.SECONDS);
    }

    @Test
    void nothing_is_said_of_a_pipe_that_is_read() throws Exception {
        CompletableFuture<String> read = read();
        CompletableFuture<Integer> code = begin(() -> run("merge REPORT --format json -o PIPE"));
        assertThat(read.get(60, TimeUnit.SECONDS)).contains("\"schemaVersion\"");
        assertThat(code.get(60, TimeUnit.SECONDS)).isZero();
        assertThat(err.toString()).doesNotContain("still waiting");
    }

    /** On a thread of its own, since opening a pipe never ends if nobody opens its other end. */
    private static <T> CompletableFuture<T> begin(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> {
            Thread thread = new Thread(task, "pipe");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private CompletableFuture<String> read() {
        return begin(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private int run(String line) {
        String[] arguments = line.replace("PIPE", pipe.toString())
                .replace("REPORT", folder.resolve("report.json").toString())
                .replace("FOLDER", folder.toString())
                .split(" ");
        return Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err, true), arguments);
    }
}
