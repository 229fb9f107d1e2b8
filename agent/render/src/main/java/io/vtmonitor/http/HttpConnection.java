package io.vtmonitor.http;

import io.vtmonitor.http.RequestHead.Refused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An accepted socket, which is closed after one request and one answer. From the accept on, the client has a limited
 * time to send its request, and again to read the answer. The acceptor closes the socket after that, which unblocks the
 * worker. The time to make the answer does not count: on a busy host, the first report takes longer than the limit.
 */
final class HttpConnection {
    private static final Map<Integer, String> PHRASES = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(414, "URI Too Long"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(505, "HTTP Version Not Supported"));

    private final Socket socket;
    private final long limitNanos;
    private volatile long deadlineNanos;
    private volatile boolean isAnswerMade = true;

    /** @param limitNanos for sending the request, and again for reading the answer */
    HttpConnection(Socket socket, long limitNanos) {
        this.socket = socket;
        this.limitNanos = limitNanos;
        this.deadlineNanos = System.nanoTime() + limitNanos;
    }

    /** The least time in nanoseconds until the client is too slow; 0 or less if it is. */
    long nanosLeft(long now) {
        return isAnswerMade ? deadlineNanos - now : limitNanos;
    }

    /**
     * Answers the request.
     *
     * @return whether the client may still be sending. If so, closing the socket now would reset the connection, and
     *     the client might not get the answer
     */
    boolean serve(HttpRoutes pages) throws IOException {
        RequestHead head;
        try {
            head = RequestHead.read(socket.getInputStream());
        } catch (Refused e) {
            return refuse(e.response());
        }
        boolean bodyless = head.method().equals("HEAD");
        if (!bodyless && !head.method().equals("GET")) {
            return refuse(Response.refusal(405, "Only GET and HEAD are accepted."));
        }
        Response refusal = pages.refusal(head);
        send(refusal == null ? answer(pages, head) : refusal, bodyless);
        return socket.getInputStream().available() > 0;
    }

    private Response answer(HttpRoutes pages, RequestHead head) {
        isAnswerMade = false;
        try {
            return pages.answer(head);
        } finally {
            deadlineNanos = System.nanoTime() + limitNanos;
            isAnswerMade = true;
        }
    }

    boolean refuse(Response response) throws IOException {
        send(response, false);
        return true;
    }

    void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket can't be used in either case.
        }
    }

    private void send(Response response, boolean bodyless) throws IOException {
        StringBuilder head = new StringBuilder(512)
                .append("HTTP/1.1 ")
                .append(response.status())
                .append(' ')
                .append(PHRASES.getOrDefault(response.status(), "Status"))
                .append("\r\nContent-Type: ")
                .append(response.contentType())
                .append("\r\nContent-Length: ")
                .append(response.body().length)
                .append("\r\nContent-Security-Policy: ")
                .append(response.policy())
                .append("\r\nX-Content-Type-Options: nosniff")
                .append("\r\nReferrer-Policy: no-referrer")
                .append("\r\nCache-Control: no-store");
        if (response.status() == 405) {
            head.append("\r\nAllow: GET, HEAD");
        }
        if (response.status() == 401) {
            head.append("\r\nWWW-Authenticate: Bearer");
        }
        head.append("\r\nConnection: close\r\n\r\n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(head.length() + response.body().length);
        bytes.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        if (!bodyless) {
            bytes.writeBytes(response.body());
        }
        bytes.writeTo(socket.getOutputStream());
        socket.shutdownOutput();
    }
}
