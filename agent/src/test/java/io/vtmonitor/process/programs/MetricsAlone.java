package io.vtmonitor.process.programs;

import io.vtmonitor.http.HttpEndpoint;
import io.vtmonitor.http.HttpRoutes;
import io.vtmonitor.metrics.PrometheusMetrics;
import io.vtmonitor.report.AgentGauges;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;

/** Metrics and HTTP of the shipped jar, without the rest of the agent; prints what they did to their JVM. */
public final class MetricsAlone {
    private MetricsAlone() {}

    public static void main(String[] arguments) throws IOException {
        Set<Thread> threads = Thread.getAllStackTraces().keySet();
        Properties properties = (Properties) System.getProperties().clone();
        AgentGauges vitals = AgentGauges.withoutPins("21", 2, new AgentGauges.Thresholds(0.001, null, 0.001), 0);
        PrometheusMetrics metrics = new PrometheusMetrics(() -> vitals, "0.1.0");
        System.out.println("metrics: " + metrics.scrape().lines().count() + " lines");
        print("thread of metrics: ", newThreads(threads));
        HttpEndpoint endpoint =
                HttpEndpoint.open("127.0.0.1", 0, new HttpRoutes(null).showBy("/metrics", metrics::answer));
        try (Socket socket = new Socket("127.0.0.1", endpoint.port())) {
            socket.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            System.out.println("http: " + answer.lines().findFirst().orElse("nothing"));
        }
        print(
                "non-daemon: ",
                newThreads(threads).stream()
                        .filter(thread -> !thread.isDaemon())
                        .toList());
        System.out.println("properties " + (properties.equals(System.getProperties()) ? "kept" : "changed"));
    }

    private static Set<Thread> newThreads(Set<Thread> known) {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeAll(known);
        return threads;
    }

    private static void print(String what, Iterable<Thread> threads) {
        threads.forEach(thread -> System.out.println(what + thread.getName()));
    }
}
