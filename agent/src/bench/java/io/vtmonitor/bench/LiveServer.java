package io.vtmonitor.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of an unchanged server: its start, its first two hundred requests, and a load of clients that wait for each
 * answer. What it allocates and how often it collects is read from the JVM's log, and what our threads allocate from
 * {@code Thread.print -e}, so that nothing is loaded into the JVM for the measurement.
 */
final class LiveServer {
    /** What {@link #run} gives, in this order. */
    static final List<String> FIGURES = List.of(
            "start s",
            "start cpu s",
            "200 cpu s",
            "requests/s",
            "cpu ms/req",
            "p99 ms",
            "RSS MB",
            "alloc MB",
            "pauses",
            "full GCs",
            "humongous",
            "our alloc MB");

    /** From here on figures are compared by their difference, before by their ratio. */
    static final int FIRST_DIFFERENCE = FIGURES.indexOf("RSS MB");

    private static final int CLIENTS = 8;
    private static final int FIRST_REQUESTS = 200;
    private static final int SECONDS = 4;
    private static final int SECONDS_TO_START = 120;
    private static final Pattern PAUSE = Pattern.compile("Pause (\\w+) .*?(\\d+)M->(\\d+)M\\(");
    private static final Pattern AT_EXIT = Pattern.compile("garbage-first heap +total .*?used (\\d+)K");
    private static final Pattern ALLOCATED = Pattern.compile("^\"vt-monitor.* allocated=([\\d.]+)([BKMG])");

    private final Process process;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpRequest request;

    private LiveServer(Process process, HttpRequest request) {
        this.process = process;
        this.request = request;
    }

    /**
     * Starts it, measures, and ends it.
     *
     * @param java the JVM and its flags
     * @param path what it answers
     * @param start what follows the flags: a jar or a class path and a class
     * @param scratch for the JVM's log
     * @param warmUpSeconds of load before the load that is measured
     */
    static double[] run(
            List<String> java, String path, List<String> start, Path scratch, String databaseUrl, int warmUpSeconds)
            throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Path log = scratch.resolve("gc.log");
        Files.deleteIfExists(log);
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(
                "-XX:+UseG1GC",
                "-Xlog:gc,gc+heap+exit:file=" + log,
                "-Dport=" + port,
                "-Dserver.port=" + port,
                "-Dserver.address=127.0.0.1",
                "-Dquarkus.http.port=" + port,
                "-Dspring.datasource.url=" + databaseUrl));
        command.addAll(start);
        Path output = scratch.resolve("server.log");
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            LiveServer server = new LiveServer(
                    process,
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build());
            server.answers(begin, output);
            double started = (System.nanoTime() - begin) / 1e9;
            double startCpu = server.processorSeconds();
            server.closed(FIRST_REQUESTS, Long.MAX_VALUE);
            double firstCpu = server.processorSeconds() - startCpu;
            double ours = server.ourAllocatedMegabytes();
            server.closed(Integer.MAX_VALUE, warmUpSeconds);
            double cpu = server.processorSeconds();
            double[] millis = server.closed(Integer.MAX_VALUE, SECONDS);
            double loadCpu = server.processorSeconds() - cpu;
            double resident = LiveProcess.largestResidentMegabytes(Long.toString(process.pid()));
            LiveProcess.end(process);
            double[] collections = collections(Files.readAllLines(log));
            return new double[] {
                started,
                startCpu,
                firstCpu,
                (double) millis.length / SECONDS,
                loadCpu * 1_000 / millis.length,
                LiveQuantile.of(millis, 0.99),
                resident,
                collections[0],
                collections[1],
                collections[2],
                collections[3],
                ours
            };
        } finally {
            LiveProcess.end(process);
        }
    }

    private void answers(long begin, Path output) throws Exception {
        while (true) {
            try {
                if (send() == 200) {
                    return;
                }
            } catch (IOException e) {
                // not yet
            }
            if (!process.isAlive() || System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(SECONDS_TO_START)) {
                throw new IOException("the server did not start: "
                        + process.info().commandLine().orElse(""));
            }
            Thread.sleep(5);
        }
    }

    private int send() throws IOException, InterruptedException {
        HttpResponse<Void> answer = client.send(request, BodyHandlers.discarding());
        return answer.statusCode();
    }

    /** The latencies in milliseconds, in order, of clients that wait for each answer. */
    private double[] closed(int most, long seconds) throws Exception {
        AtomicInteger begun = new AtomicInteger();
        long begin = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<double[]>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(threads.submit(() -> {
                    double[] millis = new double[64];
                    int sent = 0;
                    while (begun.getAndIncrement() < most && (System.nanoTime() - begin) / 1e9 < seconds) {
                        long before = System.nanoTime();
                        int status = send();
                        if (status != 200) {
                            throw new IOException("status " + status);
                        }
                        millis = sent == millis.length ? Arrays.copyOf(millis, 2 * sent) : millis;
                        millis[sent++] = (System.nanoTime() - before) / 1e6;
                    }
                    return Arrays.copyOf(millis, sent);
                }));
            }
            List<double[]> all = new ArrayList<>();
            for (Future<double[]> one : clients) {
                all.add(one.get());
            }
            return all.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        }
    }

    private double processorSeconds() throws IOException {
        return LiveLoad.processorSeconds(Long.toString(process.pid()));
    }

    /** What the threads of vt-monitor have allocated, as the JVM tells it. */
    private double ourAllocatedMegabytes() throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(process.pid()),
                        "Thread.print",
                        "-e")
                .redirectErrorStream(true)
                .start();
        try (var out = jcmd.inputReader()) {
            return out.lines().mapToDouble(LiveServer::allocatedMegabytes).sum();
        }
    }

    private static double allocatedMegabytes(String line) {
        Matcher found = ALLOCATED.matcher(line);
        return found.find()
                ? Double.parseDouble(found.group(1)) * Math.pow(1_024, "BKMG".indexOf(found.group(2)) - 2)
                : 0;
    }

    /** Megabytes allocated in all, pauses, full collections, and those begun for a humongous object. */
    private static double[] collections(List<String> log) throws IOException {
        double allocated = 0;
        double before = 0;
        double[] counts = new double[3];
        boolean exited = false;
        for (String line : log) {
            Matcher pause = PAUSE.matcher(line);
            Matcher exit = AT_EXIT.matcher(line);
            if (pause.find()) {
                allocated += Double.parseDouble(pause.group(2)) - before;
                before = Double.parseDouble(pause.group(3));
                counts[0]++;
                counts[1] += pause.group(1).equals("Full") ? 1 : 0;
                counts[2] += line.contains("Humongous") ? 1 : 0;
            } else if (exit.find()) {
                allocated += Double.parseDouble(exit.group(1)) / 1_024 - before;
                exited = true;
            }
        }
        if (!exited) {
            throw new IOException("the JVM's log does not say how much of the heap was used at its exit");
        }
        return new double[] {allocated, counts[0], counts[1], counts[2]};
    }
}
