package io.vtmonitor.otlp;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * One request over a socket, which is closed after it. The JDK's HTTP clients are not used: they initialize platform
 * loggers, which the application may want to configure first, and call its proxy selector. Each wait has a limit.
 */
final class HttpPost {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 10_000;
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final int MOST_HEAD_BYTES = 16 << 10;
    private static final long MOST_RETRY_SECONDS = 3_600;
    private static final int STATUS_BEGIN = "HTTP/1.1 ".length();

    private HttpPost() {}

    /**
     * The answer.
     *
     * @param status of HTTP, such as 200
     * @param retryAfter for how long the receiver says to wait; zero if it does not say so
     */
    record Answer(int status, Duration retryAfter) {
        boolean accepted() {
            return status / 100 == 2;
        }

        /** Whether, by the protocol, the same request has to be sent again later. */
        boolean again() {
            return status == 429 || status == 502 || status == 503 || status == 504;
        }
    }

    /**
     * Posts JSON.
     *
     * @param path relative to the path of the target
     * @throws IOException if there is no HTTP answer within the limits
     */
    static Answer send(OtlpTarget target, String path, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder()
                .append("POST ")
                .append(target.path())
                .append(path)
                .append(" HTTP/1.1\r\nHost: ")
                .append(target.authority())
                .append("\r\nContent-Type: application/json\r\nUser-Agent: vt-monitor\r\nConnection: close")
                .append("\r\nContent-Length: ")
                .append(body.length)
                .append("\r\n");
        for (Map.Entry<String, String> header : target.headers().entrySet()) {
            head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
        }
        try (Socket plain = new Socket(Proxy.NO_PROXY)) {
            plain.connect(new InetSocketAddress(target.host(), target.port()), CONNECT_MILLIS);
            plain.setSoTimeout(READ_MILLIS);
            try (Socket socket = target.tls() ? secured(plain, target) : plain) {
                OutputStream out = socket.getOutputStream();
                out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
                out.write(body);
                out.flush();
                return answer(new BufferedInputStream(socket.getInputStream()));
            }
        }
    }

    /**
     * Uses a context of its own: the JVM creates its default context once, with the application's settings at that
     * time.
     */
    private static Socket secured(Socket plain, OtlpTarget target) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
            SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, target.host(), target.port(), true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return socket;
        } catch (GeneralSecurityException e) {
            throw new IOException("this Java has no TLS: " + e.getMessage(), e);
        }
    }

    private static Answer answer(InputStream in) throws IOException {
        String head = head(in);
        String status = head.length() >= STATUS_BEGIN + 3 ? head.substring(STATUS_BEGIN, STATUS_BEGIN + 3) : "";
        if (!head.startsWith("HTTP/1.") || !status.matches("[1-5]\\d\\d")) {
            throw new IOException("it does not answer by HTTP");
        }
        return new Answer(Integer.parseInt(status), retryAfter(head));
    }

    /** Reads up to the empty line. The rest is not needed. */
    private static String head(InputStream in) throws IOException {
        long end = System.nanoTime() + ANSWER_NANOS;
        StringBuilder head = new StringBuilder();
        while (head.length() < MOST_HEAD_BYTES) {
            int next = in.read();
            if (next < 0 || (next == '\n' && head.toString().endsWith("\n\r"))) {
                break;
            }
            if (end - System.nanoTime() < 0) {
                throw new SocketTimeoutException("its answer does not end");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static Duration retryAfter(String head) {
        for (String line : head.split("\r?\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0
                    && line.substring(0, colon).strip().toLowerCase(Locale.ROOT).equals("retry-after")) {
                String value = line.substring(colon + 1).strip();
                return value.matches("\\d{1,9}")
                        ? Duration.ofSeconds(Math.min(Long.parseLong(value), MOST_RETRY_SECONDS))
                        : Duration.ZERO;
            }
        }
        return Duration.ZERO;
    }
}
