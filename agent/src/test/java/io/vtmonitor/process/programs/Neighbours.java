package io.vtmonitor.process.programs;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * An application with several agents in its JVM. It uses what they instrument (an executor of virtual threads, an HTTP
 * client, its own methods), and pins three times by a native frame and three times by a monitor. Needs
 * {@code -Djdk.reflect.useNativeAccessorOnly=true}. Prints {@code ready}, waits for {@code go}, prints {@code done 6},
 * and at {@code exit} exits with 7.
 */
public final class Neighbours {
    private static final Object MONITOR = new Object();
    private static final long MILLIS = 60;

    private Neighbours() {}

    public static void main(String[] args) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Thread.ofVirtual().start(Neighbours::failToUnmount).join();
        Method called = Neighbours.class.getDeclaredMethod("called");
        System.out.println("ready");
        await(input, "go");
        System.out.println("answered " + request());
        int done = 0;
        try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 3; i++) {
                tasks.submit(() -> called.invoke(null)).get();
                tasks.submit(Neighbours::locked).get();
                done += 2;
            }
        }
        System.out.println("done " + done);
        await(input, "exit");
        System.exit(7);
    }

    /** JDK 21 takes what its first failed unmount costs off the time that is left to sleep. */
    private static void failToUnmount() {
        synchronized (MONITOR) {
            LockSupport.parkNanos(1);
        }
    }

    static void called() throws InterruptedException {
        Thread.sleep(MILLIS);
    }

    static void locked() {
        synchronized (MONITOR) {
            LockSupport.parkNanos(MILLIS * 1_000_000);
        }
    }

    private static int request() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } finally {
            server.stop(0);
        }
    }

    private static void await(BufferedReader input, String word) throws Exception {
        String line = input.readLine();
        while (line != null && !line.equals(word)) {
            line = input.readLine();
        }
    }
}
