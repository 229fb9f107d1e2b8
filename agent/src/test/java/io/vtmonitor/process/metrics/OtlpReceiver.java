package io.vtmonitor.process.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Takes OTLP as JSON over HTTP on loopback, and answers with the statuses that it is given, then with 200. */
final class OtlpReceiver implements AutoCloseable {
    private final HttpServer server;
    private final List<Integer> statuses;
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

    /**
     * What came.
     *
     * @param status with which it was answered
     * @param secret the value of the header {@code api-key}; empty for none
     */
    record Request(String path, int status, String secret, JsonNode body) {
        /** The metric of that name. */
        List<JsonNode> metrics(String name) {
            return body.at("/resourceMetrics/0/scopeMetrics/0/metrics")
                    .valueStream()
                    .filter(metric -> metric.path("name").asString().equals(name))
                    .toList();
        }
    }

    OtlpReceiver(Integer... statuses) throws IOException {
        this.statuses = new ArrayList<>(List.of(statuses));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        int status = nextStatus();
        String secret = exchange.getRequestHeaders().getFirst("api-key");
        JsonNode body = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
        requests.add(new Request(exchange.getRequestURI().getPath(), status, secret == null ? "" : secret, body));
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private synchronized int nextStatus() {
        return statuses.isEmpty() ? 200 : statuses.remove(0);
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The next request. */
    Request next() throws InterruptedException {
        Request next = requests.poll(120, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing came");
        }
        return next;
    }

    /** The next request to that path; those to others are passed over. */
    Request await(String path) throws InterruptedException {
        Request next = next();
        while (!next.path().equals(path)) {
            next = next();
        }
        return next;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
