package io.vtmonitor.process.metrics;

import io.vtmonitor.metrics.Dashboard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus that scrapes its targets every second; its data is gone with the folder it is given. */
public final class PrometheusServer implements AutoCloseable {
    /** The targets' {@code job} label. */
    public static final String JOB = "pins";

    private static final Duration BOUND = Duration.ofSeconds(90);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final Path programs;
    private final Path log;
    private final int port;

    private PrometheusServer(Process process, Path programs, Path log, int port) {
        this.process = process;
        this.programs = programs;
        this.log = log;
        this.port = port;
    }

    /** Where {@code prometheus} and {@code promtool} of a major version are, as {@code .mvn/find-prometheus} says. */
    static Optional<Path> programs(int major) throws IOException, InterruptedException {
        Path script = Path.of(System.getProperty("vtmonitor.test.root", ".."), ".mvn", "find-prometheus");
        Process process = new ProcessBuilder("bash", script.toString(), Integer.toString(major))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String folder = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 ? Optional.of(Path.of(folder)) : Optional.empty();
    }

    /**
     * Starts it.
     *
     * @param programs the folder of {@code prometheus} and {@code promtool}
     * @param folder for its configuration, its data and its log
     * @param instances what to scrape, {@code host:port} each
     * @param rules files of rules, evaluated every second
     */
    public static PrometheusServer start(Path programs, Path folder, List<String> instances, List<Path> rules)
            throws IOException {
        int port = freePort();
        Files.createDirectories(folder);
        Path config = Files.writeString(
                folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
                rule_files: %s
                scrape_configs: [{job_name: %s, static_configs: [{targets: %s}]}]
                """.formatted(quoted(rules), JOB, quoted(instances)));
        Path log = folder.resolve("prometheus.log");
        Process process = new ProcessBuilder(
                        programs.resolve("prometheus").toString(),
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new PrometheusServer(process, programs, log, port);
    }

    private static String quoted(List<?> texts) {
        return texts.stream().map(text -> '"' + text.toString() + '"').toList().toString();
    }

    /** A port that was free a moment ago. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Its {@code promtool}. */
    Path promtool() {
        return programs.resolve("promtool");
    }

    /** Asks until the query has a result. */
    public void await(String query) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + BOUND.toNanos();
        String seen = "no answer";
        while (System.nanoTime() < deadline && process.isAlive()) {
            try {
                List<Sample> samples = ask(query);
                if (!samples.isEmpty()) {
                    return;
                }
                seen = "no sample";
            } catch (IOException e) {
                seen = e.toString();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
        throw new AssertionError("Prometheus has nothing for " + query + ": " + seen + "\n" + Files.readString(log));
    }

    /** The samples of a query, now. */
    public List<Sample> ask(String query) throws IOException, InterruptedException {
        URI address = URI.create(
                "http://127.0.0.1:" + port + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
        if (response.statusCode() == 503) {
            throw new IOException("it is not ready: " + response.body());
        }
        JsonNode answer = JsonMapper.shared().readTree(response.body());
        if (!Dashboard.text(answer, "status").equals("success")) {
            throw new AssertionError(query + ": " + answer);
        }
        List<Sample> samples = new ArrayList<>();
        for (JsonNode result : answer.get("data").get("result")) {
            Map<String, String> labels = new TreeMap<>();
            result.get("metric")
                    .properties()
                    .forEach(
                            label -> labels.put(label.getKey(), label.getValue().asString()));
            samples.add(new Sample(
                    labels, Double.parseDouble(result.get("value").get(1).asString())));
        }
        return samples;
    }

    @Override
    public String toString() {
        return programs.toString();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** One value of an answer. */
    public record Sample(Map<String, String> labels, double value) {
        public String label(String name) {
            return labels.getOrDefault(name, "");
        }
    }

    /**
     * The same rules with a clock that goes faster: minutes are one such interval, what has to last does not, an hour
     * ago is just now.
     *
     * @param folder takes the file
     */
    static Path faster(String rules, String interval, Path folder) throws IOException {
        String text = Files.readString(Dashboard.folder().resolve("prometheus").resolve(rules))
                .replaceAll("\\[\\d+m]", "[" + interval + "]")
                .replaceAll("interval: \\w+", "interval: 1s")
                .replaceAll(" +for: \\w+\n", "")
                .replace("offset 1h", "offset 3s");
        return Files.writeString(folder.resolve(rules), text);
    }
}
