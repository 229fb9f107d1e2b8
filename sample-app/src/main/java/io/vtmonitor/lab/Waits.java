package io.vtmonitor.lab;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.jsoup.Jsoup;

/**
 * One line of the table of {@link UnpinTable}: so many virtual threads, each with an object of its own, do once what waits
 * inside of a library's monitors. Prints the seconds they took together. Arguments: kind, threads, milliseconds, URL.
 */
public final class Waits {
    private final int threads;
    private final int millis;
    private final String url;

    private Waits(String[] arguments) {
        threads = Integer.parseInt(arguments[1]);
        millis = Integer.parseInt(arguments[2]);
        url = arguments.length > 3 ? arguments[3] : "";
    }

    /** Prints {@code seconds 1.07}; whatever fails ends it with a stack trace and exit code 1. */
    public static void main(String[] arguments) throws Exception {
        Waits waits = new Waits(arguments);
        switch (arguments[0]) {
            case "jdbc" -> waits.jdbc("select sleep(" + waits.millis / 1000.0 + ")");
            case "h2" -> waits.h2();
            case "pool" -> waits.pool();
            case "jsoup" -> waits.jsoup();
            case "plain" -> waits.plain();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0);
    }

    /** The first round, on platform threads, loads the classes; the second is measured. */
    private void measure(List<Callable<?>> actions) throws Exception {
        run(actions.subList(0, 1), false);
        long start = System.nanoTime();
        run(actions, true);
        System.out.println("seconds " + (System.nanoTime() - start) / 1e9);
    }

    private static void run(List<Callable<?>> actions, boolean virtual) throws Exception {
        var failure = new Exception[1];
        var running = new ArrayList<Thread>();
        for (Callable<?> action : actions) {
            Runnable body = () -> {
                try {
                    action.call();
                } catch (Exception e) {
                    failure[0] = e;
                }
            };
            running.add(
                    virtual
                            ? Thread.ofVirtual().start(body)
                            : Thread.ofPlatform().start(body));
        }
        for (Thread thread : running) {
            thread.join();
        }
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    private void jdbc(String query) throws Exception {
        var actions = new ArrayList<Callable<?>>();
        for (int i = 0; i < threads; i++) {
            Connection connection = DriverManager.getConnection(url);
            actions.add(() -> query(connection, query));
        }
        measure(actions);
    }

    private static boolean query(Connection connection, String query) throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }

    private void h2() throws Exception {
        var actions = new ArrayList<Callable<?>>();
        for (int i = 0; i < threads; i++) {
            Connection connection = DriverManager.getConnection("jdbc:h2:mem:db" + i);
            try (Statement statement = connection.createStatement()) {
                statement.execute("create alias nap for \"" + Waits.class.getName() + ".nap\"");
            }
            actions.add(() -> query(connection, "select nap(" + millis + ")"));
        }
        measure(actions);
    }

    /** Called by H2. */
    public static int nap(int millis) throws InterruptedException {
        Thread.sleep(millis);
        return millis;
    }

    /** The pool's second borrower waits inside of its monitor while the first one's object is made. */
    private void pool() throws Exception {
        var actions = new ArrayList<Callable<?>>();
        for (int i = 0; i < threads / 2; i++) {
            var making = new CountDownLatch(1);
            var pool = new GenericObjectPool<>(new Slow(millis, making));
            pool.setMaxTotal(1);
            pool.setMaxWait(java.time.Duration.ofMinutes(2));
            actions.add(() -> {
                pool.returnObject(pool.borrowObject());
                return null;
            });
            actions.add(() -> {
                making.await();
                pool.returnObject(pool.borrowObject());
                return null;
            });
        }
        long start = System.nanoTime();
        run(actions, true);
        System.out.println("seconds " + (System.nanoTime() - start) / 1e9);
    }

    private static final class Slow extends BasePooledObjectFactory<Object> {
        private final int millis;
        private final CountDownLatch making;

        Slow(int millis, CountDownLatch making) {
            this.millis = millis;
            this.making = making;
        }

        @Override
        public Object create() throws InterruptedException {
            making.countDown();
            Thread.sleep(millis);
            return new Object();
        }

        @Override
        public PooledObject<Object> wrap(Object object) {
            return new DefaultPooledObject<>(object);
        }
    }

    private void jsoup() throws Exception {
        try (ServerSocket server = new ServerSocket(0, threads, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> serve(server));
            var actions = new ArrayList<Callable<?>>();
            for (int i = 0; i < threads; i++) {
                URLConnection connection = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/")
                        .toURL()
                        .openConnection();
                actions.add(() -> Jsoup.parse(connection.getInputStream(), "UTF-8", "http://localhost/"));
            }
            measure(actions);
        }
    }

    /** Sends the head at once and the body late. */
    private void serve(ServerSocket server) {
        while (true) {
            try {
                Socket socket = server.accept();
                Thread.ofPlatform().daemon().start(() -> answer(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void answer(Socket socket) {
        try (socket;
                OutputStream out = socket.getOutputStream()) {
            out.write("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            Thread.sleep(millis);
            out.write("<p>late</p>".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException | InterruptedException gone) {
            // the reader sees an end
        }
    }

    private void plain() throws Exception {
        var actions = new ArrayList<Callable<?>>();
        for (int i = 0; i < threads; i++) {
            var account = new Account();
            actions.add(() -> account.book(millis));
        }
        measure(actions);
    }

    /** As applications write it: the state is guarded, and what is slow is called inside. */
    private static final class Account {
        private long balance;

        synchronized long book(int millis) throws InterruptedException {
            Thread.sleep(millis);
            return ++balance;
        }
    }
}
