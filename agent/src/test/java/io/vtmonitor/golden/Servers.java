package io.vtmonitor.golden;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The servers that recipes ask for, each started when first asked for, on loopback, with its data in a folder of its
 * own: Debian's mariadb-server-core, postgresql-15, redis-server and rabbitmq-server. Ended by their handles.
 */
final class Servers implements Closeable {
    private static final Duration BOUND = Duration.ofSeconds(90);
    private static final String POSTGRESQL = "/usr/lib/postgresql/15/bin/";
    private static final String RABBITMQ = "/usr/lib/rabbitmq/lib/";
    private static final List<String> AS_POSTGRES =
            List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups");

    private final Path folder;
    private final Map<String, Integer> ports = new HashMap<>();
    private final Deque<Process> processes = new ArrayDeque<>();
    private final Deque<Closeable> own = new ArrayDeque<>();

    Servers(Path folder) {
        this.folder = folder;
    }

    /** Puts ports in the place of {@code {mariadb}}, {@code {mariadb-slow}}, {@code {http}} and so on. */
    String fill(String argument) throws IOException, InterruptedException {
        int from = argument.indexOf('{');
        int to = argument.indexOf('}');
        return from < 0
                ? argument
                : argument.substring(0, from) + port(argument.substring(from + 1, to)) + argument.substring(to + 1);
    }

    private int port(String name) throws IOException, InterruptedException {
        Integer known = ports.get(name);
        if (known == null) {
            known = start(name);
            ports.put(name, known);
        }
        return known;
    }

    private int start(String name) throws IOException, InterruptedException {
        if (name.endsWith("-slow")) {
            SlowProxy proxy = new SlowProxy(port(name.substring(0, name.length() - "-slow".length())));
            own.push(proxy);
            return proxy.port();
        }
        if (name.startsWith("http")) {
            SlowWeb web = new SlowWeb(name.equals("http2"));
            own.push(web);
            return web.port();
        }
        int port = freePort();
        Path data = Files.createDirectories(folder.resolve(name));
        switch (name) {
            case "mariadb" -> mariaDb(data, port);
            case "postgresql" -> postgreSql(data, port);
            case "redis" ->
                run(data, Map.of(), "redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--save", "");
            case "rabbitmq" -> rabbitMq(data, port);
            default -> throw new IllegalArgumentException("no server is called " + name);
        }
        await(name, port);
        return port;
    }

    private void mariaDb(Path data, int port) throws IOException, InterruptedException {
        finish(run(
                data,
                Map.of(),
                "mariadb-install-db",
                "--no-defaults",
                "--user=root",
                "--datadir=" + data + "/db",
                "--auth-root-authentication-method=normal",
                "--skip-test-db"));
        run(
                data,
                Map.of(),
                "mariadbd",
                "--no-defaults",
                "--user=root",
                "--datadir=" + data + "/db",
                "--socket=" + data + "/s",
                "--pid-file=" + data + "/pid",
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--innodb-buffer-pool-size=32M",
                "--skip-grant-tables",
                "--skip-name-resolve");
    }

    private void postgreSql(Path data, int port) throws IOException, InterruptedException {
        finish(run(data, Map.of(), "chown", "-R", "postgres", data.toString()));
        finish(run(data, Map.of(), postgres("initdb", "-A", "trust", "-D", data + "/db")));
        run(
                data,
                Map.of(),
                postgres("postgres", "-D", data + "/db", "-p", "" + port, "-k", data.toString(), "-h", "127.0.0.1"));
    }

    private static String[] postgres(String program, String... arguments) {
        List<String> command = new java.util.ArrayList<>(AS_POSTGRES);
        command.add(POSTGRESQL + program);
        command.addAll(List.of(arguments));
        return command.toArray(String[]::new);
    }

    private void rabbitMq(Path data, int port) throws IOException, InterruptedException {
        int epmd = freePort();
        Path home;
        try (var homes = Files.list(Path.of(RABBITMQ))) {
            home = homes.findFirst().orElseThrow(() -> new IOException("no RabbitMQ under " + RABBITMQ));
        }
        Map<String, String> environment = Map.of(
                "HOME", data.toString(),
                "ERL_EPMD_PORT", "" + epmd,
                "RABBITMQ_NODENAME", "golden@localhost",
                "RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1",
                "RABBITMQ_NODE_PORT", "" + port,
                "RABBITMQ_DIST_PORT", "" + freePort(),
                "RABBITMQ_MNESIA_BASE", data + "/mnesia",
                "RABBITMQ_LOG_BASE", data + "/log",
                "RABBITMQ_PID_FILE", data + "/pid",
                "RABBITMQ_ENABLED_PLUGINS_FILE", data + "/plugins");
        run(data, environment, "epmd", "-port", "" + epmd, "-address", "127.0.0.1");
        await("epmd", epmd);
        run(data, environment, home.resolve("sbin/rabbitmq-server").toString());
    }

    private Process run(Path data, Map<String, String> environment, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(data.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("servers.log").toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
        processes.push(process);
        return process;
    }

    private void finish(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(process.info().commandLine().orElse("a server's set-up") + " failed, see " + folder);
        }
    }

    /**
     * Listening is not enough: RabbitMQ opens its port early. What speaks first or answers later is the programs'
     * matter.
     */
    private static void await(String name, int port) throws IOException, InterruptedException {
        long end = System.nanoTime() + BOUND.toNanos();
        while (System.nanoTime() < end) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException ignored) {
                Thread.sleep(100);
            }
        }
        throw new IOException(name + " did not open port " + port + " within " + BOUND);
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        for (Closeable each : own) {
            each.close();
        }
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
        for (Process process : processes) {
            try {
                if (!process.waitFor(10, TimeUnit.SECONDS)) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
            }
        }
    }
}
