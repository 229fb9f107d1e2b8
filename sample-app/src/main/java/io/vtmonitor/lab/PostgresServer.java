package io.vtmonitor.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL server on a free port of the loopback address, from the machine's own installation (Debian's
 * package {@code postgresql}). It refuses to run as root: where we are root it runs as the user {@code postgres}. Its
 * data is made for each run and deleted.
 */
final class PostgresServer implements AutoCloseable {
    private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
    private static final int CONNECTIONS = 300;
    private static final int SECONDS_TO_START = 120;
    private static final int SECONDS_TO_STOP = 10;

    private final Process server;
    private final Path data;
    private final int port;
    private final String version;

    private PostgresServer(Process server, Path data, int port, String version) {
        this.server = server;
        this.data = data;
        this.port = port;
        this.version = version;
    }

    /** Where its programs are; null where none is installed. */
    static @Nullable Path programs() {
        try (Stream<Path> versions = Files.list(INSTALLED)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        } catch (IOException ignored) {
            return null;
        }
    }

    /** Returns when it accepts connections, of any user, without a password. */
    static PostgresServer start(Path programs) {
        try {
            Path data = Files.createTempDirectory("unpin-postgresql-");
            if (isRoot()) {
                finish(data, List.of("chown", "postgres", data.toString()));
            }
            Path database = data.resolve("db");
            finish(
                    data,
                    command(programs, "initdb", "-A", "trust", "-U", "test", "--no-sync", "-D", database.toString()));
            finish(
                    data,
                    List.of(
                            "sh",
                            "-c",
                            "echo 'CREATE DATABASE test;' | " + String.join(" ", command(programs, "postgres"))
                                    + " --single -D " + database + " postgres"));
            int port = freePort();
            Process server = begin(
                    data,
                    command(
                            programs,
                            "postgres",
                            "-D",
                            database.toString(),
                            "-p",
                            String.valueOf(port),
                            "-h",
                            "127.0.0.1",
                            "-k",
                            data.toString(),
                            "-N",
                            String.valueOf(CONNECTIONS),
                            "-F"));
            var started = new PostgresServer(server, data, port, version(programs));
            started.await();
            return started;
        } catch (IOException e) {
            throw new DemoFailure("Started PostgreSQL from " + programs + ", and saw: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailure("Interrupted while PostgreSQL started.");
        }
    }

    int port() {
        return port;
    }

    private void await() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_START);
        while (server.isAlive() && System.nanoTime() < deadline) {
            try (var probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
                if (probe.isConnected()) {
                    return;
                }
            } catch (IOException ignored) {
                Thread.sleep(100);
            }
        }
        String log = log(data);
        close();
        throw new IOException("it does not accept connections; its log ends with: " + log);
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static List<String> command(Path programs, String program, String... arguments) {
        var command = new ArrayList<String>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private static Process begin(Path data, List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .directory(data.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile(data).toFile()))
                .start();
    }

    private static void finish(Path data, List<String> command) throws IOException, InterruptedException {
        Process process = begin(data, command);
        if (process.waitFor() != 0) {
            throw new IOException(
                    String.join(" ", command) + " ended with exit code " + process.exitValue() + ": " + log(data));
        }
    }

    private static Path logFile(Path data) {
        return data.resolveSibling(data.getFileName() + ".log");
    }

    private static String log(Path data) throws IOException {
        List<String> lines = Files.readAllLines(logFile(data), StandardCharsets.UTF_8);
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    /** As {@code postgres --version} says. */
    private static String version(Path programs) throws IOException {
        Process asked = new ProcessBuilder(programs.resolve("postgres").toString(), "--version").start();
        String[] words = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .split(" ", -1);
        return words.length > 2 ? words[2] : "?";
    }

    private static int freePort() throws IOException {
        try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        server.destroy();
        try {
            if (!server.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
                server.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        Files.deleteIfExists(logFile(data));
    }

    @Override
    public String toString() {
        return "PostgreSQL " + version;
    }
}
