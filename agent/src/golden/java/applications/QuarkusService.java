package applications;

import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A REST service of Quarkus that serves on virtual threads, and its clients. Quarkus's Maven plugin builds it. */
@QuarkusMain
public class QuarkusService implements QuarkusApplication {
    @Path("/orders")
    @RunOnVirtualThread
    public static class Orders {
        private final Map<Long, Map<String, Object>> stored = new ConcurrentHashMap<>();

        @GET
        @Path("/{id}")
        public Map<String, Object> order(@PathParam("id") long id) {
            return stored.computeIfAbsent(id, fresh -> Map.of("id", fresh, "total", 12.5));
        }

        @GET
        public String slow() throws InterruptedException {
            Thread.sleep(20);
            return "slow";
        }

        @POST
        public Map<String, Object> add(Map<String, Object> order) {
            return order;
        }
    }

    @Override
    public int run(String... arguments) throws Exception {
        String orders = "http://127.0.0.1:" + Integer.getInteger("quarkus.http.port") + "/orders";
        try (HttpClient client = HttpClient.newHttpClient()) {
            Work.run(arguments[0], () -> {
                for (String path : new String[] {"/" + Thread.currentThread().threadId() % 5, ""}) {
                    client.send(
                            HttpRequest.newBuilder(URI.create(orders + path)).build(), BodyHandlers.ofString());
                }
                return client.send(
                        HttpRequest.newBuilder(URI.create(orders))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"id\": 7, \"items\": [1, 2]}"))
                                .build(),
                        BodyHandlers.ofString());
            });
        }
        return 0;
    }
}
