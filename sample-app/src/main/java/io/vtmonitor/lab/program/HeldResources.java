package io.vtmonitor.lab.program;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * 200 virtual threads that want what another one holds, until the program is ended. Argument: {@code lock} or
 * {@code monitor}, which is held during a call of a slow service; {@code remote}, where a connection of a pool is; or
 * {@code leak}, where every twentieth thread does not return its connection; or {@code return}, where fifty threads
 * return a connection while the only one that HikariCP counts as waiting is held up by the thread factory.
 */
public final class HeldResources {
    private static final int THREADS = 200;
    private static final int CONNECTIONS = 10;
    private static final int RETURNED = 50;
    private static final int ANSWER_AFTER_MILLIS = 200;
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Object MONITOR = new Object();
    private static final Logger LOG = LoggerFactory.getLogger(HeldResources.class);

    private final ServerSocket service = new ServerSocket(0, THREADS, InetAddress.getLoopbackAddress());

    private HeldResources() throws IOException {}

    private interface Request {
        void serve(int thread) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        Figures.awaitGo();
        var held = new HeldResources();
        Thread.ofPlatform().daemon().start(held::answerAll);
        Request request = held.request(arguments[0]);
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            Thread.ofVirtual().name("request-" + i).start(() -> {
                try {
                    while (true) {
                        request.serve(thread);
                    }
                } catch (Exception e) {
                    LOG.error("request-{} failed", thread, e);
                }
            });
        }
        Thread.sleep(Long.MAX_VALUE);
    }

    private Request request(String what) throws SQLException, InterruptedException {
        return switch (what) {
            case "lock" -> thread -> underLock();
            case "monitor" -> thread -> underMonitor();
            case "remote" -> {
                var pool = pool();
                yield thread -> withConnection(pool);
            }
            case "leak" -> {
                var pool = pool();
                yield thread -> leakOneInTwenty(pool, thread);
            }
            case "return" -> returning();
            default ->
                throw new IllegalArgumentException("'" + what + "'; accepted: lock, monitor, remote, leak, return");
        };
    }

    private void underLock() throws IOException {
        LOCK.lock();
        try {
            callService();
        } finally {
            LOCK.unlock();
        }
    }

    private void underMonitor() throws IOException {
        synchronized (MONITOR) {
            callService();
        }
    }

    private void withConnection(DataSource pool) throws Exception {
        try (Connection connection = pool.getConnection()) {
            connection.getAutoCommit();
            callService();
        }
    }

    private static void leakOneInTwenty(DataSource pool, int thread) throws Exception {
        Connection connection = pool.getConnection();
        Thread.sleep(50);
        if (thread % 20 == 0) {
            forget(connection);
        } else {
            connection.close();
        }
    }

    /** What an application does that loses its connection: it continues without it. */
    private static void forget(Connection connection) throws Exception {
        connection.getAutoCommit();
        while (true) {
            Thread.sleep(1_000);
        }
    }

    /** A thread that waits for a connection first starts the pool's own thread, if that has ended. */
    private static Request returning() throws SQLException, InterruptedException {
        var made = new ConcurrentLinkedQueue<Thread>();
        var mayMake = new Semaphore(RETURNED);
        var asked = new CountDownLatch(1);
        var hikari = new HikariDataSource();
        hikari.setThreadFactory(task -> {
            if (!mayMake.tryAcquire()) {
                asked.countDown();
                mayMake.acquireUninterruptibly();
            }
            var thread = Thread.ofPlatform().daemon().unstarted(task);
            made.add(thread);
            return thread;
        });
        var pool = started(hikari, RETURNED);
        var lent = new ArrayList<Connection>();
        while (lent.size() < RETURNED) {
            lent.add(pool.getConnection());
        }
        while (made.stream().allMatch(Thread::isAlive)) {
            Thread.sleep(20);
        }
        mayMake.drainPermits();
        return thread -> {
            if (thread == RETURNED) {
                pool.getConnection().close();
            } else if (thread < RETURNED) {
                asked.await();
                lent.get(thread).close();
            }
            Thread.sleep(Long.MAX_VALUE);
        };
    }

    private void callService() throws IOException {
        try (Socket socket = new Socket(service.getInetAddress(), service.getLocalPort())) {
            socket.getInputStream().read();
        }
    }

    private void answerAll() {
        while (true) {
            try {
                Socket client = service.accept();
                Thread.ofPlatform().daemon().start(() -> answer(client));
            } catch (IOException e) {
                LOG.error("the service ended", e);
                return;
            }
        }
    }

    private static void answer(Socket client) {
        try (client) {
            Thread.sleep(ANSWER_AFTER_MILLIS);
            client.getOutputStream().write(1);
        } catch (IOException | InterruptedException ignored) {
            // the program ends
        }
    }

    /** HikariCP with connections of no database, which answer each call at once. */
    private static DataSource pool() throws SQLException {
        return started(new HikariDataSource(), CONNECTIONS);
    }

    private static DataSource started(HikariDataSource pool, int connections) throws SQLException {
        pool.setPoolName("orders");
        pool.setMaximumPoolSize(connections);
        pool.setConnectionTimeout(3_600_000);
        pool.setDataSource(answersAtOnce(DataSource.class));
        pool.getConnection().close(); // the first one starts it
        return pool;
    }

    @SuppressWarnings("ReferenceEquality") // equals of a proxy is this very code
    private static <T> T answersAtOnce(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                HeldResources.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        return answersAtOnce(Connection.class);
                    }
                    if (method.getName().equals("equals")) {
                        return proxy == arguments[0];
                    }
                    Class<?> result = method.getReturnType();
                    return result == boolean.class
                            ? (Object) true
                            : result == int.class ? (Object) System.identityHashCode(proxy) : null;
                }));
    }
}
