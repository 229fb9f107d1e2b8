package applications;

import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A REST service of Javalin on Jetty, with a virtual thread for each request, and its clients. */
public final class JavalinService {
    public static void main(String[] arguments) throws Exception {
        Map<String, Map<String, Object>> stored = new ConcurrentHashMap<>();
        Javalin server = Javalin.create(config -> config.useVirtualThreads = true)
                .get(
                        "/orders/{id}",
                        context -> context.json(
                                stored.computeIfAbsent(context.pathParam("id"), id -> Map.of("id", id, "total", 12.5))))
                .post("/orders", context -> context.json(context.bodyAsClass(Map.class)))
                .get("/slow", context -> {
                    Thread.sleep(20);
                    context.result("slow");
                })
                .start(0);
        String base = "http://127.0.0.1:" + server.port();
        try (HttpClient client = HttpClient.newHttpClient()) {
            Work.run(arguments[0], () -> {
                for (String path :
                        new String[] {"/orders/" + Thread.currentThread().threadId() % 5, "/slow"}) {
                    client.send(HttpRequest.newBuilder(URI.create(base + path)).build(), BodyHandlers.ofString());
                }
                return client.send(
                        HttpRequest.newBuilder(URI.create(base + "/orders"))
                                .POST(HttpRequest.BodyPublishers.ofString("{\"id\": 7, \"items\": [1, 2]}"))
                                .build(),
                        BodyHandlers.ofString());
            });
        }
        server.stop();
        System.exit(0);
    }
}
