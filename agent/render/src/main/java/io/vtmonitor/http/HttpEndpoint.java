package io.vtmonitor.http;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.Pause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shows a fixed set of pages over HTTP, for GET and HEAD. The safety of the host comes first: threads are daemons,
 * threads, waiting connections, bytes read, and time have bounds, and no thread wakes up without need.
 * {@code docs/decisions/host.md} says why this is not the JDK's server.
 */
public final class HttpEndpoint implements AutoCloseable {
    static final int WORKERS = 4;
    static final int WAITING = 16;

    /**
     * While more connections than this are open, each is closed after its answer, even if its client may still be
     * sending, and so may not get the answer.
     */
    private static final int LINGERING = 64;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final long BACK_OFF_NANOS = 100_000_000;

    private final ServerSocket server;
    private final HttpRoutes pages;
    private final long timeoutNanos;
    private final Set<HttpConnection> open = ConcurrentHashMap.newKeySet();
    private final Pause pause = new Pause();
    private final ThreadPoolExecutor workers;
    private final Thread acceptor;

    private HttpEndpoint(ServerSocket server, HttpRoutes pages, Duration timeout) {
        this.server = server;
        this.pages = pages;
        this.timeoutNanos = timeout.toNanos();
        AtomicInteger number = new AtomicInteger();
        ThreadFactory threads = work -> DaemonThread.of("vt-monitor-http-" + number.incrementAndGet(), work);
        this.workers = new ThreadPoolExecutor(
                WORKERS, WORKERS, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), threads);
        workers.allowCoreThreadTimeOut(true);
        this.acceptor = DaemonThread.of("vt-monitor-http-accept", this::acceptAll);
    }

    /**
     * Opens the port and starts to answer.
     *
     * @param host name or address to listen on
     * @param port 0 for any free port
     * @param pages what is shown; threads of this class call pages, also several at a time
     * @throws IOException if the host is unknown or the port is in use
     */
    public static HttpEndpoint open(String host, int port, HttpRoutes pages) throws IOException {
        return open(host, port, pages, TIMEOUT);
    }

    @SuppressWarnings("AddressSelection") // a name with several addresses: any of them is what was asked for
    static HttpEndpoint open(String host, int port, HttpRoutes pages, Duration timeout) throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.setReuseAddress(true);
            InetAddress address = InetAddress.getByName(host);
            if (address.isLoopbackAddress()) {
                pages.localBy(new LocalNames(host));
            }
            server.bind(new InetSocketAddress(address, port));
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        return open(server, pages, timeout);
    }

    static HttpEndpoint open(ServerSocket server, HttpRoutes pages, Duration timeout) {
        HttpEndpoint endpoint = new HttpEndpoint(server, pages, timeout);
        try {
            endpoint.acceptor.start();
        } catch (OutOfMemoryError e) {
            endpoint.close();
            throw e;
        }
        return endpoint;
    }

    /** The port that it listens on. */
    public int port() {
        return server.getLocalPort();
    }

    /** The number of open connections. */
    int connections() {
        return open.size();
    }

    /** Closes the port and all connections, and waits until our threads have ended, for at most two seconds. */
    @Override
    public void close() {
        pause.end();
        try {
            server.close();
        } catch (IOException e) {
            // The port can't be used in either case.
        }
        workers.shutdownNow();
        open.forEach(HttpConnection::close);
        try {
            acceptor.join(1_000);
            open.forEach(HttpConnection::close);
            workers.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void acceptAll() {
        while (!pause.isOver()) {
            try {
                acceptOne();
            } catch (SocketTimeoutException e) {
                // A connection may be overdue: closed below.
            } catch (Throwable e) {
                // Out of file descriptors, threads, or memory. To retry at once would make it worse.
                backOff();
            }
            try {
                closeOverdue();
            } catch (Throwable e) {
                backOff();
            }
        }
        open.forEach(HttpConnection::close);
    }

    private void acceptOne() throws IOException {
        server.setSoTimeout(millisToNextDeadline());
        Socket socket = server.accept();
        try {
            accepted(new HttpConnection(socket, timeoutNanos));
        } catch (Throwable e) {
            socket.close(); // a client that is not answered must not wait either
            throw e;
        }
    }

    private void accepted(HttpConnection connection) {
        open.add(connection);
        try {
            workers.execute(() -> serve(connection));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The answer fits into the fresh socket's send buffer, so this thread is not held up.
            end(connection, answer(() -> connection.refuse(Response.refusal(503, "Too many requests at once."))));
        }
    }

    private void serve(HttpConnection connection) {
        end(connection, answer(() -> connection.serve(pages)));
    }

    private void end(HttpConnection connection, boolean mayBeSending) {
        if (!mayBeSending || open.size() > LINGERING) {
            open.remove(connection);
            connection.close();
        }
    }

    private static boolean answer(Answer answer) {
        try {
            return answer.given();
        } catch (Throwable e) {
            // The client left or was too slow, or this JVM is short of memory: the connection is dropped. Nothing may
            // reach the application's handler of uncaught exceptions.
            return false;
        }
    }

    private void backOff() {
        try {
            if (pause.await(BACK_OFF_NANOS)) {
                return;
            }
        } catch (InterruptedException e) {
            // Only the application can have interrupted this thread. It ends only by close().
        }
    }

    private void closeOverdue() {
        long now = System.nanoTime();
        open.removeIf(connection -> {
            boolean overdue = connection.nanosLeft(now) <= 0;
            if (overdue) {
                connection.close();
            }
            return overdue;
        });
    }

    /** Milliseconds; 0 without open connections, which means to wait without limit. */
    private int millisToNextDeadline() {
        long now = System.nanoTime();
        long nearest = Long.MAX_VALUE;
        for (HttpConnection connection : open) {
            nearest = Math.min(nearest, connection.nanosLeft(now));
        }
        return nearest == Long.MAX_VALUE ? 0 : (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nearest) + 1);
    }

    /** Sends an answer. Returns whether the client may still be sending. */
    private interface Answer {
        boolean given() throws IOException;
    }
}
