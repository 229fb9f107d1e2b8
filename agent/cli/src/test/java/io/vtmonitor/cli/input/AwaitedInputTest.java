package io.vtmonitor.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class AwaitedInputTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"analyze PIPE", "analyze --per-file PIPE", "diff PIPE OTHER", "merge PIPE"})
    void a_pipe_that_nobody_writes_to_is_named_and_read_once_somebody_does(String line) throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(
                new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0,
                "skipped, no pipe can be made here");
        Path other = Files.writeString(folder.resolve("other.json"), "{}");
        String[] arguments = line.replace("PIPE", pipe.toString())
                .replace("OTHER", other.toString())
                .split(" ");
        FutureTask<Integer> code = new FutureTask<>(() -> run(arguments));
        Thread.ofPlatform().daemon().name("command").start(code);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!err.toString().contains("nothing has come from " + pipe + " for 3 s")) {
            assertThat(System.nanoTime()).as(err.toString()).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        assertThat(code.isDone()).isFalse();
        Files.writeString(pipe, "not a report");
        assertThat(code.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(err.toString()).contains(pipe.toString(), "nothing could be read");
    }

    @Test
    void a_socket_is_named_once_with_the_reason() throws Exception {
        Path socket = folder.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            assertThat(run("analyze", socket.toString())).isEqualTo(1);
        }
        assertThat(err.toString()).contains("can't read " + socket + ": (No such device or address)");
    }

    private int run(String... arguments) {
        return Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err, true), arguments);
    }
}
