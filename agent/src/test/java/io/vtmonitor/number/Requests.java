package io.vtmonitor.number;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends requests to a server of the golden sources as fast as it answers, and prints how many it answered. Arguments:
 * the port, connections, and for how many seconds.
 */
public final class Requests {
    private static final byte[] REQUEST =
            "GET /orders/7 HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    private static final int TRIES = 600;

    private final int port;
    private final AtomicLong answers = new AtomicLong();
    private volatile boolean over;

    private Requests(int port) {
        this.port = port;
    }

    public static void main(String[] arguments) throws Exception {
        Requests requests = new Requests(Integer.parseInt(arguments[0]));
        requests.awaitServer();
        Thread[] clients = new Thread[Integer.parseInt(arguments[1])];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new Thread(requests::ask);
            clients[i].start();
        }
        int seconds = Integer.parseInt(arguments[2]);
        Thread.sleep(1_000L * seconds);
        requests.over = true;
        System.out.println("answers=" + requests.answers.get() / seconds);
        System.exit(0);
    }

    private void awaitServer() throws InterruptedException {
        for (int i = 0; i < TRIES; i++) {
            try {
                new Socket("127.0.0.1", port).close();
                return;
            } catch (IOException e) {
                Thread.sleep(100);
            }
        }
    }

    private void ask() {
        try (Socket server = new Socket("127.0.0.1", port)) {
            server.setTcpNoDelay(true);
            InputStream in = server.getInputStream();
            OutputStream out = server.getOutputStream();
            while (!over) {
                out.write(REQUEST);
                readAnswer(in);
                answers.incrementAndGet();
            }
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    /** Up to the end of the body, by its length or by the last chunk. */
    private static void readAnswer(InputStream in) throws IOException {
        byte[] bytes = new byte[8_192];
        int size = 0;
        while (true) {
            int read = in.read(bytes, size, bytes.length - size);
            if (read < 0) {
                throw new IOException("the server ended the connection");
            }
            size += read;
            String text = new String(bytes, 0, size, StandardCharsets.ISO_8859_1);
            int body = text.indexOf("\r\n\r\n") + 4;
            int length = text.toLowerCase(Locale.ROOT).indexOf("content-length: ");
            boolean isWhole = length >= 0 && length < body
                    ? size
                            >= body
                                    + Integer.parseInt(text.substring(length + 16, text.indexOf("\r\n", length))
                                            .strip())
                    : text.endsWith("0\r\n\r\n");
            if (body >= 4 && isWhole) {
                return;
            }
        }
    }
}
