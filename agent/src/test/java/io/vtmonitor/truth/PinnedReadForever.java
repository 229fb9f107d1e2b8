package io.vtmonitor.truth;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * The virtual thread "client" reads within a monitor from a socket that never answers; others come and go. On JDK 21 it
 * holds one of two carriers forever; later, it only waits, and nothing is wrong.
 */
public final class PinnedReadForever {
    private static final Object SESSION = new Object();

    private static volatile boolean reads;

    private PinnedReadForever() {}

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            accepted.getOutputStream().write(1);
            Truth.virtual("client", () -> readToken(socket));
            Truth.await(() -> reads);
            Truth.stayWithTraffic();
        }
    }

    private static void readToken(Socket socket) throws IOException {
        synchronized (SESSION) {
            reads = true;
            socket.getInputStream().readAllBytes();
        }
    }
}
