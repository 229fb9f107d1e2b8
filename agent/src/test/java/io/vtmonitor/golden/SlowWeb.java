package io.vtmonitor.golden;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A web server that thinks before it answers; speaks as much of HTTP/1.1, or of HTTP/2 without TLS, as one GET takes.
 */
final class SlowWeb implements Closeable {
    private static final long MILLIS = 300;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final byte[] EMPTY_SETTINGS = {0, 0, 0, SETTINGS, 0, 0, 0, 0, 0};
    private static final byte[] SETTINGS_TAKEN = {0, 0, 0, SETTINGS, 1, 0, 0, 0, 0};
    private static final int PREFACE = 24;

    private final ServerSocket door;
    private final boolean http2;

    SlowWeb(boolean http2) throws IOException {
        this.http2 = http2;
        door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Thread.ofPlatform().daemon().start(() -> serve(client));
            } catch (IOException ignored) {
                continue;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            if (http2) {
                serveHttp2(in, client.getOutputStream());
            } else {
                serveHttp1(in, client.getOutputStream());
            }
        } catch (IOException | InterruptedException ignored) {
            return; // the client has gone
        }
    }

    private static void serveHttp1(InputStream in, OutputStream out) throws IOException, InterruptedException {
        int lineEnds = 0;
        for (int read = in.read(); read >= 0; read = in.read()) {
            lineEnds = read == '\n' ? lineEnds + 1 : read == '\r' ? lineEnds : 0;
            if (lineEnds == 2) {
                Thread.sleep(MILLIS);
                out.write("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 26\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
                out.flush();
                Thread.sleep(MILLIS);
                out.write("<html><p>hello</p></html>\n".getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        }
    }

    private static void serveHttp2(InputStream in, OutputStream out) throws IOException, InterruptedException {
        in.readNBytes(PREFACE);
        out.write(EMPTY_SETTINGS);
        for (byte[] head = in.readNBytes(9); head.length == 9; head = in.readNBytes(9)) {
            in.readNBytes((head[0] & 255) << 16 | (head[1] & 255) << 8 | head[2] & 255);
            if (head[3] == SETTINGS && head[4] == 0) {
                out.write(SETTINGS_TAKEN);
            } else if (head[3] == HEADERS) {
                Thread.sleep(MILLIS);
                // Status 200 is entry 8 of HPACK's static table; the flags end headers and stream.
                out.write(new byte[] {0, 0, 1, HEADERS, 5, head[5], head[6], head[7], head[8], (byte) 0x88});
            }
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
