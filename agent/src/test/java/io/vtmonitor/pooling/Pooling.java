package io.vtmonitor.pooling;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Three resources for many threads that read a socket while they have one. Arguments: which pool, or several with
 * commas between, and what the threads do: {@code export}; {@code nest}, where each borrows a second one; {@code join},
 * where each awaits the end of a thread that borrows one; {@code monitor}, where those that have one want a monitor
 * whose owner wants one; or {@code lock}, where those that have one want a lock whose owner sleeps. Prints
 * {@code ready}, then {@code done N} for each line it reads; at {@code stop} its threads end first.
 */
public final class Pooling {
    private static final int SIZE = 3;
    private static final int THREADS = 20;
    private static final int ANSWER_AFTER_MILLIS = 300;
    private static final int HELD_FOR_MILLIS = 1_000;
    private static final AtomicLong DONE = new AtomicLong();
    private static final Object MONITOR = new Object();
    private static final ReentrantLock BOOKS = new ReentrantLock();
    private static final CountDownLatch ALL_LENT = new CountDownLatch(SIZE);
    private static volatile boolean stop;

    private Pooling() {}

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> answer(server));
            List<Thread> threads = new ArrayList<>();
            for (String kind : args[0].split(",")) {
                start(RealPools.of(kind, SIZE, server.getLocalPort()), args[1], server.getLocalPort(), threads);
            }
            System.out.println("ready");
            InputStream in = System.in;
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                if (line.equals("stop")) {
                    stop = true;
                    for (Thread thread : threads) {
                        thread.join();
                    }
                }
                System.out.println("done " + DONE.get());
            }
        }
    }

    private static void start(Borrower pool, String what, int port, List<Thread> to) {
        if (what.equals("monitor")) {
            to.add(Thread.ofVirtual().name("owner").start(() -> own(pool)));
        }
        if (what.equals("lock")) {
            to.add(Thread.ofVirtual().name("bookkeeper").start(Pooling::keepBooks));
        }
        boolean many = what.equals("export") || what.equals("hold") || what.equals("lock");
        for (int i = 0; i < (many ? THREADS : SIZE); i++) {
            to.add(Thread.ofVirtual().name("worker-" + i).start(() -> {
                try {
                    if (what.equals("nest")) {
                        nest(pool);
                    } else if (what.equals("join")) {
                        join(pool);
                    } else if (what.equals("monitor")) {
                        enter(pool);
                    } else if (what.equals("lock")) {
                        book(pool);
                    }
                    while (!stop) {
                        if (what.equals("hold")) {
                            hold(pool);
                        } else {
                            ReportService.export(pool, port);
                        }
                        DONE.incrementAndGet();
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
    }

    /** What the threads do. */
    static final class ReportService {
        private ReportService() {}

        static void export(Borrower pool, int port) throws Exception {
            try (AutoCloseable resource = pool.borrow();
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                if (socket.getInputStream().read() < 0 || resource == null) {
                    throw new IOException("no answer");
                }
            }
        }
    }

    private static void own(Borrower pool) {
        synchronized (MONITOR) {
            try {
                ALL_LENT.await();
                pool.borrow().close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void enter(Borrower pool) throws Exception {
        try (AutoCloseable first = pool.borrow()) {
            ALL_LENT.countDown();
            ALL_LENT.await();
            synchronized (MONITOR) {
                System.out.println("entered " + first);
            }
        }
    }

    private static void keepBooks() {
        BOOKS.lock();
        try {
            ALL_LENT.await();
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            BOOKS.unlock();
        }
    }

    private static void book(Borrower pool) throws Exception {
        try (AutoCloseable resource = pool.borrow()) {
            ALL_LENT.countDown();
            ALL_LENT.await();
            BOOKS.lock();
            System.out.println("booked " + resource);
        }
    }

    private static void hold(Borrower pool) throws Exception {
        try (AutoCloseable resource = pool.borrow()) {
            Thread.sleep(resource == null ? 0 : HELD_FOR_MILLIS);
        }
    }

    private static void nest(Borrower pool) throws Exception {
        try (AutoCloseable first = pool.borrow()) {
            ALL_LENT.countDown();
            ALL_LENT.await();
            try (AutoCloseable second = pool.borrow()) {
                System.out.println("both " + first + second);
            }
        }
    }

    private static void join(Borrower pool) throws Exception {
        try (AutoCloseable first = pool.borrow()) {
            ALL_LENT.countDown();
            ALL_LENT.await();
            Thread.ofVirtual().start(() -> borrow(pool)).join();
            System.out.println("joined " + first);
        }
    }

    private static void borrow(Borrower pool) {
        try {
            pool.borrow().close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** One line of a request, then some time later an answer that a client of HTTP understands; Redis is told OK. */
    private static void answer(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> {
                    try (socket) {
                        InputStream in = socket.getInputStream();
                        String request = line(in);
                        for (; request.startsWith("*"); request = line(in)) {
                            for (int i = 2 * Integer.parseInt(request.substring(1)); i > 0; i--) {
                                line(in);
                            }
                            socket.getOutputStream().write("+OK\r\n".getBytes(StandardCharsets.US_ASCII));
                        }
                        while (!request.isEmpty()) {
                            boolean ours = request.equals("GET / HTTP/1.1") && line(in).isEmpty();
                            while (!ours && !line(in).isEmpty()) {
                                // headers of a real client
                            }
                            Thread.sleep(ours ? ANSWER_AFTER_MILLIS : 0);
                            socket.getOutputStream()
                                    .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                                            .getBytes(StandardCharsets.US_ASCII));
                            request = line(in);
                        }
                    } catch (IOException | InterruptedException ignored) {
                        // the client has closed
                    }
                });
            }
        } catch (IOException ignored) {
            // the program ends
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
