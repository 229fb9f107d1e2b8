package io.vtmonitor.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The sample application with the newest driver, which does not pin, and its database. Each request is a query. All
 * variants run at the same time, idle but for the one whose turn it is: so they are warm, and a round is short. Sixteen
 * clients one after the other tell throughput and processor time of a request; requests that come at an even pace, a
 * tenth of what went through, tell the latency from when each should have begun.
 */
final class LiveSpring {
    private static final int CLIENTS = 16;
    private static final int WARM_UPS = 8;
    private static final int SECONDS = 2;

    /**
     * A slice at full speed is followed by a pause, so that what it left to do does not fall into the next variant's.
     */
    private static final int REST_MILLIS = 300;

    /**
     * What the latency is measured at, of the most that a JVM answers: with the clients and the database on the same
     * processors, at half of it the longest requests are those that wait for one, and differ from run to run tenfold.
     */
    private static final double PACE = 0.1;

    private static final int LATENCY_SECONDS = 4;

    private static final Set<String> WITHOUT = Set.of(
            LiveVariants.EMPTY,
            LiveVariants.BARE,
            LiveVariants.BARE_ALL,
            LiveVariants.UNREAD,
            LiveVariants.ONE_EVENT,
            LiveVariants.MICROMETER);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private double pace;

    private LiveSpring() {}

    static void run(List<String> java, Path sample, Map<String, List<String>> variants, int rounds, long limitNanos)
            throws Exception {
        Map<String, Application> running = new LinkedHashMap<>();
        try (LiveDatabase database = LiveDatabase.start(sample)) {
            try {
                long begin = System.nanoTime();
                for (Map.Entry<String, List<String>> variant : variants.entrySet()) {
                    if (!WITHOUT.contains(variant.getKey())) {
                        running.put(
                                variant.getKey(), Application.start(java, variant.getValue(), sample, database.url()));
                    }
                }
                new LiveSpring().rounds(running, rounds, begin + limitNanos);
            } finally {
                for (Application application : running.values()) {
                    LiveProcess.end(application.process);
                }
            }
        }
    }

    /** One of the JVMs. */
    private record Application(Process process, HttpRequest request) {
        static Application start(List<String> java, List<String> flags, Path sample, String url) throws IOException {
            List<String> command = new ArrayList<>(java);
            command.addAll(flags);
            command.addAll(List.of(
                    "-Xms256m",
                    "-Xmx256m",
                    "-Dloader.path=" + newestDriver(sample),
                    "-Dcom.zaxxer.hikari.blockUntilFilled=true",
                    "-jar",
                    sample.resolve("sample-app.jar").toString(),
                    "--server.port=0",
                    "--server.address=127.0.0.1",
                    "--spring.datasource.hikari.maximum-pool-size=16",
                    "--spring.datasource.hikari.minimum-idle=16"));
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("SPRING_DATASOURCE_URL", url);
            Process process = builder.start();
            BufferedReader out = process.inputReader();
            String line = out.readLine();
            while (line != null && !line.contains("Ready on port ")) {
                line = out.readLine();
            }
            if (line == null) {
                throw new IOException("the sample application ended before it was ready");
            }
            LiveProcess.drain(out);
            String port = line.replaceAll(".*Ready on port (\\d+).*", "$1");
            return new Application(
                    process,
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/query?seconds=0"))
                            .build());
        }

        double processorSeconds() throws IOException {
            return LiveLoad.processorSeconds(Long.toString(process.pid()));
        }
    }

    private void rounds(Map<String, Application> running, int rounds, long deadline) throws Exception {
        for (int i = 0; i < WARM_UPS; i++) {
            for (Application application : running.values()) {
                pace = closed(application.request) * PACE;
            }
        }
        for (Application application : running.values()) {
            open(application.request);
        }
        pace = closed(running.get(LiveVariants.NOTHING).request) * PACE;
        Map<String, List<double[]>> runs = new LinkedHashMap<>();
        Map<String, List<double[]>> latencies = new LinkedHashMap<>();
        running.keySet().forEach(name -> runs.put(name, new ArrayList<>()));
        running.keySet().forEach(name -> latencies.put(name, new ArrayList<>()));
        List<String> names = new ArrayList<>(running.keySet());
        long longest = 0;
        for (int round = 0; round < rounds && System.nanoTime() + longest < deadline; round++) {
            long begin = System.nanoTime();
            for (int i = 0; i < names.size(); i++) {
                String name = names.get((i + round) % names.size());
                double[] figures = throughput(running.get(name));
                Thread.sleep(REST_MILLIS);
                double[] millis = open(running.get(name).request);
                LiveTable.raw(
                        round, name, figures[0], figures[1], millis[millis.length / 2], LiveQuantile.of(millis, 0.99));
                runs.get(name).add(figures);
                latencies.get(name).add(millis);
            }
            longest = Math.max(longest, System.nanoTime() - begin);
        }
        if (runs.get(LiveVariants.NOTHING).isEmpty()) {
            System.out.println("Spring sample: the limit was reached before the first round");
            return;
        }
        LiveTable.ratios("Spring sample, queries", List.of("per s", "cpu ms"), runs);
        LiveQuantile.print("Spring sample, latency in ms at " + Math.round(pace) + " queries a second", latencies);
    }

    /** Requests a second, and the processor time in milliseconds for each. */
    private double[] throughput(Application application) throws Exception {
        double cpu = application.processorSeconds();
        double perSecond = closed(application.request);
        return new double[] {perSecond, (application.processorSeconds() - cpu) * 1_000 / (perSecond * SECONDS)};
    }

    /** Requests a second of clients that wait for each answer. */
    private double closed(HttpRequest request) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
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
            return sent / SECONDS;
        }
    }

    /** The latencies in milliseconds, in order, of requests at an even pace, each from when it should have begun. */
    private double[] open(HttpRequest request) throws Exception {
        int requests = (int) (pace * LATENCY_SECONDS);
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
        return millis;
    }

    private void send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<Void> answer = client.send(request, BodyHandlers.discarding());
        if (answer.statusCode() != 200) {
            throw new IOException("status " + answer.statusCode());
        }
    }

    /** Of Connector/J: the folder's name is the version, and the older ones pin. */
    private static Path newestDriver(Path sample) throws IOException {
        try (Stream<Path> versions = Files.list(sample.resolve("drivers"))) {
            return versions.filter(folder -> Character.isDigit(name(folder).charAt(0)))
                    .max(Comparator.comparing(folder -> Version.parse(name(folder))))
                    .orElseThrow();
        }
    }

    private static String name(Path folder) {
        return folder.getFileName().toString();
    }
}
