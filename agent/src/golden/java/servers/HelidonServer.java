package servers;

import io.helidon.webserver.WebServer;

/** Helidon SE, which serves each request on a virtual thread. */
public final class HelidonServer {
    public static void main(String[] arguments) {
        WebServer.builder()
                .host("127.0.0.1")
                .port(Integer.getInteger("port"))
                .routing(routing -> routing.get(
                        "/orders/{id}",
                        (request, response) -> response.send(
                                Order.text(request.path().pathParameters().get("id")))))
                .build()
                .start();
    }
}
