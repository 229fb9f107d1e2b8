package io.vtmonitor.truth;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A server with a thread for each of a hundred connections, a short lock, and a limit on concurrency that gives
 * everybody a turn soon. Nothing is wrong.
 */
public final class HealthyServer {
    private static final int CLIENTS = 100;
    private static final ReentrantLock COUNTS = new ReentrantLock();
    private static final Semaphore LIMIT = new Semaphore(30);

    private static long requests;

    private HealthyServer() {}

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, CLIENTS, InetAddress.getLoopbackAddress())) {
            Truth.virtual("acceptor", () -> accept(server));
            for (int i = 0; i < CLIENTS; i++) {
                Truth.virtual("client-" + i, () -> ask(server));
            }
            Truth.await(() -> count(0) > CLIENTS);
            Truth.stay();
        }
    }

    private static void accept(ServerSocket server) throws IOException {
        while (!server.isClosed()) {
            Socket socket = server.accept();
            Truth.virtual("connection", () -> serve(socket));
        }
    }

    private static void serve(Socket socket) throws IOException, InterruptedException {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (int read = in.read(); read >= 0; read = in.read()) {
                count(1);
                LIMIT.acquire();
                try {
                    Thread.sleep(5);
                } finally {
                    LIMIT.release();
                }
                out.write(read);
            }
        }
    }

    private static long count(int more) {
        COUNTS.lock();
        try {
            requests += more;
            return requests;
        } finally {
            COUNTS.unlock();
        }
    }

    private static void ask(ServerSocket server) throws IOException, InterruptedException {
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            while (!server.isClosed()) {
                socket.getOutputStream().write(1);
                socket.getInputStream().read();
                Thread.sleep(300);
            }
        }
    }
}
