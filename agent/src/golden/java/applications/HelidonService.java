package applications;

import io.helidon.webserver.WebServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** A service of Helidon SE, which serves each request on a virtual thread, and its clients. */
public final class HelidonService {
    public static void main(String[] arguments) throws Exception {
        WebServer server = WebServer.builder()
                .port(0)
                .routing(routing -> routing.get(
                                "/orders/{id}",
                                (request, response) -> response.send("order "
                                        + request.path().pathParameters().get("id")))
                        .get("/slow", (request, response) -> {
                            Thread.sleep(20);
                            response.send("slow");
                        })
                        .post(
                                "/orders",
                                (request, response) ->
                                        response.send(request.content().as(String.class))))
                .build()
                .start();
        String base = "http://127.0.0.1:" + server.port();
        try (HttpClient client = HttpClient.newHttpClient()) {
            Work.run(arguments[0], () -> {
                for (String path : new String[] {"/orders/7", "/slow"}) {
                    client.send(HttpRequest.newBuilder(URI.create(base + path)).build(), BodyHandlers.ofString());
                }
                return client.send(
                        HttpRequest.newBuilder(URI.create(base + "/orders"))
                                .POST(HttpRequest.BodyPublishers.ofString("an order"))
                                .build(),
                        BodyHandlers.ofString());
            });
        }
        server.stop();
        System.exit(0);
    }
}
