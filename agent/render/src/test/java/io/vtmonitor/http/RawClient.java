package io.vtmonitor.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sends whatever bytes a test wants and reads until the server closes. */
final class RawClient implements AutoCloseable {
    private final Socket socket;

    RawClient(HttpEndpoint endpoint) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port());
        // A bound on a failing test only: a passing one is woken by the server.
        socket.setSoTimeout(20_000);
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    RawClient halfClose() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Everything the server said until it closed. */
    String answer() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Returns when the server has ended the connection, politely or not. */
    void awaitEnd() {
        try {
            while (socket.getInputStream().read() >= 0) {
                // Whatever was still on its way.
            }
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the server kept the connection open", e);
        } catch (IOException e) {
            // A reset ends it as well.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    static String get(HttpEndpoint endpoint, String path) throws IOException {
        return ask(endpoint, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    static String ask(HttpEndpoint endpoint, String request) throws IOException {
        try (RawClient client = new RawClient(endpoint)) {
            return client.send(request).answer();
        }
    }
}
