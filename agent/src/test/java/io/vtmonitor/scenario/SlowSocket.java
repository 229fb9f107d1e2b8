package io.vtmonitor.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/** A loopback connection whose other end is silent for a while after the reader has come, then sends one byte. */
final class SlowSocket {
    private SlowSocket() {}

    /** Reads the one byte; tells the writer when it is about to. */
    interface Reader {
        void read(InputStream in, Peer writer) throws IOException;
    }

    /** The JDK's poller is initialized by the first read, and on JDK 25 one of its own threads is pinned by that. */
    static void warmUp() throws InterruptedException {
        Thread first = Thread.ofVirtual().start(() -> {
            try {
                read(Duration.ofMillis(20), SocketReadFree::read);
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
        first.join();
    }

    static void read(Duration length, Reader reader) throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, loopback);
                Socket near = new Socket(loopback, server.getLocalPort());
                Socket far = server.accept()) {
            Peer writer = Peer.start(self -> {
                self.outlast(length);
                far.getOutputStream().write(1);
            });
            reader.read(near.getInputStream(), writer);
            writer.join();
        }
    }
}
