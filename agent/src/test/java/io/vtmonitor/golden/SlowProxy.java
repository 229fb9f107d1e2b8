package io.vtmonitor.golden;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A slow network to a server on this machine: makes every client of it block. */
final class SlowProxy implements Closeable {
    private static final long ANSWER_MILLIS = 100;
    private static final long BULK_MILLIS = 60;
    private static final int BULK = 32_768;

    private final ServerSocket door;
    private final int target;

    SlowProxy(int target) throws IOException {
        this.target = target;
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
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                Thread.ofPlatform().daemon().start(() -> copy(client, server, BULK, BULK_MILLIS));
                Thread.ofPlatform().daemon().start(() -> copy(server, client, 1, ANSWER_MILLIS));
            } catch (IOException ignored) {
                continue; // closed, or the server is gone: the clients notice
            }
        }
    }

    private static void copy(Socket from, Socket to, int delayedFrom, long millis) {
        byte[] buffer = new byte[65_536];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                if (read >= delayedFrom) {
                    Thread.sleep(millis);
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException | InterruptedException ignored) {
            return; // one side has closed; so is the other now
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
