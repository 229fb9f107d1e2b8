package io.vtmonitor.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Runs commands of {@code vt-monitor.jar}, each in a JVM of its own that has a bounded heap and a bounded time. */
final class CommandRunner {
    private static final String ENTRY = "io.vtmonitor.VtMonitor";

    /** More than a person or a model reads; the rest is cut off, and said. */
    private static final int MOST_BYTES = 1 << 20;

    private static final int SECONDS_TO_END = 10;

    /** The common pool may have one thread, and who reads one stream would keep the other one full. */
    private static final Executor OWN_THREAD = task -> {
        Thread thread = new Thread(task, "vt-monitor-mcp-output");
        thread.setDaemon(true);
        thread.start();
    };

    private final Path jar;
    private final Duration limit;

    /** @param limit a command that takes longer is ended */
    CommandRunner(Duration limit) {
        this.jar = jar();
        this.limit = limit;
    }

    /**
     * What a command printed.
     *
     * @param exitCode 0 for all went well, -1 where it was ended for taking too long
     * @param out standard output
     * @param err standard error
     */
    record Result(int exitCode, String out, String err) {}

    Result run(List<String> arguments) throws IOException, InterruptedException {
        return run(arguments, Duration.ZERO);
    }

    /** @param more time that the command takes in any case */
    Result run(List<String> arguments, Duration more) throws IOException, InterruptedException {
        Duration most = limit.plus(more);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8",
                "-Dsun.stdout.encoding=UTF-8",
                "-Dsun.stderr.encoding=UTF-8",
                "-cp",
                jar.toString(),
                ENTRY));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).start();
        try {
            process.getOutputStream().close();
            CompletableFuture<String> err =
                    CompletableFuture.supplyAsync(() -> text(process.getErrorStream()), OWN_THREAD);
            CompletableFuture<String> out =
                    CompletableFuture.supplyAsync(() -> text(process.getInputStream()), OWN_THREAD);
            boolean ended = process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                end(process);
            }
            return new Result(
                    ended ? process.exitValue() : -1,
                    out.join(),
                    ended ? err.join() : "ended after " + most.toSeconds() + " s");
        } finally {
            end(process);
        }
    }

    /** Lets it remove what it has not completed. */
    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private static String text(InputStream in) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        boolean cut = false;
        try (in) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                int room = Math.min(n, MOST_BYTES - kept.size());
                kept.write(buffer, 0, room);
                cut |= room < n;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return kept.toString(StandardCharsets.UTF_8) + (cut ? "\n[cut off after " + MOST_BYTES + " bytes]" : "");
    }

    /** Where the entry class lies; it is not initialized here. */
    private static Path jar() {
        try {
            Class<?> entry = Class.forName(ENTRY, false, CommandRunner.class.getClassLoader());
            return Path.of(
                    entry.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IllegalStateException("vt-monitor.jar is not on the class path", e);
        }
    }
}
