package io.vtmonitor.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The sample application with the newest driver, which does not pin, and its database. Each request is a query. Sixteen clients
 * one after the other tell throughput and processor time of a request; requests that come at an even pace, half of what went
 * through, tell the latency from when each should have begun.
 */
final class LiveSpring {
    private static final int CLIENTS = 16;
    private static final int WARM_UP_SECONDS = 6;
    private static final int SECONDS = 6;
    private static final List<String> WITHOUT =
            List.of(LiveVariants.EMPTY, LiveVariants.BARE, LiveVariants.BARE_ALL, "Micrometer VirtualThreadMetrics");

    private final List<String> java;
    private final Path sample;
    private final String url;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private double pace;

    private LiveSpring(List<String> java, Path sample, String url) {
        this.java = java;
        this.sample = sample;
        this.url = url;
    }

    static void run(List<String> java, Path sample, Map<String, List<String>> variants, int rounds) throws Exception {
        Process database = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        sample.resolve("classes") + ":"
                                + Files.readString(sample.resolve("lab.classpath"))
                                        .strip(),
                        "io.vtmonitor.lab.DatabaseAlone",
                        sample.resolve("mariadb").toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out = database.inputReader()) {
            String url = "jdbc:mysql:" + LiveProcess.line(out, "jdbc:mysql:");
            Thread.ofPlatform().daemon().start(() -> drain(out));
            new LiveSpring(java, sample, url).rounds(variants, rounds);
        } finally {
            database.outputWriter().close();
            database.waitFor();
        }
    }

    private void rounds(Map<String, List<String>> variants, int rounds) throws Exception {
        Map<String, List<double[]>> runs = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(variants.keySet());
        names.removeAll(WITHOUT);
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < names.size(); i++) {
                // The first of all gives the pace, so it is "nothing".
                String name = names.get((i + round) % names.size());
                runs.computeIfAbsent(name, unknown -> new ArrayList<>()).add(once(variants.get(name)));
            }
        }
        LiveTable.ratios("Spring sample, queries", List.of("per s", "cpu ms", "p99 ms"), runs);
    }

    private double[] once(List<String> flags) throws Exception {
        List<String> command = new ArrayList<>(java);
        command.addAll(flags);
        command.addAll(List.of(
                "-Xmx512m",
                "-Dloader.path=" + newestDriver(),
                "-Dcom.zaxxer.hikari.blockUntilFilled=true",
                "-jar",
                sample.resolve("sample-app.jar").toString(),
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.datasource.hikari.maximum-pool-size=20",
                "--spring.datasource.hikari.minimum-idle=20"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SPRING_DATASOURCE_URL", url);
        Process process = builder.start();
        try (BufferedReader out = process.inputReader()) {
            String line = out.readLine();
            while (line != null && !line.contains("Ready on port ")) {
                line = out.readLine();
            }
            if (line == null) {
                throw new IOException("the sample application ended before it was ready");
            }
            Thread.ofPlatform().daemon().start(() -> drain(out));
            String port = line.replaceAll(".*Ready on port (\\d+).*", "$1");
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/query?seconds=0"))
                    .build();
            return measured(request, Long.toString(process.pid()));
        } finally {
            LiveProcess.end(process);
        }
    }

    private double[] measured(HttpRequest request, String pid) throws Exception {
        closed(request, WARM_UP_SECONDS);
        double cpu = LiveLoad.processorSeconds(pid);
        double perSecond = closed(request, SECONDS);
        double cpuMillis = (LiveLoad.processorSeconds(pid) - cpu) * 1_000 / (perSecond * SECONDS);
        if (pace == 0) {
            pace = perSecond / 2;
        }
        return new double[] {perSecond, cpuMillis, open(request)};
    }

    /** Requests a second of clients that wait for each answer. */
    private double closed(HttpRequest request, int seconds) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> clients = Stream.generate(() -> threads.submit(() -> {
                        int sent = 0;
                        while (System.nanoTime() < end) {
                            send(request);
                            sent++;
                        }
                        return sent;
                    }))
                    .limit(CLIENTS)
                    .toList();
            double sent = 0;
            for (Future<Integer> one : clients) {
                sent += one.get();
            }
            return sent / seconds;
        }
    }

    /** The 99th percentile in milliseconds of requests at an even pace, each from when it should have begun. */
    private double open(HttpRequest request) throws Exception {
        int requests = (int) (pace * SECONDS);
        double[] millis = new double[requests];
        long begin = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> answers = new ArrayList<>();
            for (int i = 0; i < requests; i++) {
                int number = i;
                long due = begin + (long) (i / pace * 1e9);
                LockSupport.parkNanos(due - System.nanoTime());
                answers.add(threads.submit(() -> {
                    send(request);
                    millis[number] = (System.nanoTime() - due) / 1e6;
                    return null;
                }));
            }
            for (Future<?> answer : answers) {
                answer.get();
            }
        }
        Arrays.sort(millis);
        return millis[(int) (requests * 0.99)];
    }

    private void send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<Void> answer = client.send(request, BodyHandlers.discarding());
        if (answer.statusCode() != 200) {
            throw new IOException("status " + answer.statusCode());
        }
    }

    private Path newestDriver() throws IOException {
        try (Stream<Path> versions = Files.list(sample.resolve("drivers"))) {
            return versions.filter(folder -> !folder.endsWith("8.0.33"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void drain(BufferedReader out) {
        try {
            while (out.readLine() != null) {
                // so that it never waits for a reader
            }
        } catch (IOException ended) {
            // its process is gone
        }
    }
}
