package io.vtmonitor.lab;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import javax.sql.DataSource;

/**
 * One line of the table of {@link UnpinTable}: so many virtual threads, each with an object of its own, do once what
 * waits inside of a library's monitors. Prints the seconds they took together; for the kinds {@code rate},
 * {@code query} and {@code pooled}, where they ask repeatedly, what {@link QueryLoad} says. Arguments: kind, threads,
 * milliseconds, URL.
 */
public final class Waits {
    private static final int POOLED = 20;
    private static final long PATIENCE_MILLIS = 600_000;

    private final int threads;
    private final int millis;
    private final String url;

    private Waits(String[] arguments) {
        threads = Integer.parseInt(arguments[1]);
        millis = Integer.parseInt(arguments[2]);
        url = arguments.length > 3 ? arguments[3] : "";
    }

    /**
     * Prints {@code seconds 1.07}, or answers {@link QueryClient}; whatever fails ends it with a stack trace and exit
     * code 1.
     */
    public static void main(String[] arguments) throws Exception {
        Waits waits = new Waits(arguments);
        switch (arguments[0]) {
            case "jdbc" -> waits.jdbc("select sleep(" + waits.millis / 1000.0 + ")");
            case "rate" -> waits.rate("select sleep(" + waits.millis / 1000.0 + ")");
            case "query" -> waits.rate("select 1");
            case "pooled" -> waits.pooled("select 1");
            case "postgres" -> waits.jdbc("select pg_sleep(" + waits.millis / 1000.0 + ")");
            case "kotlin" -> waits.kotlin();
            case "h2" -> waits.h2();
            case "hikari" -> waits.hikari();
            case "pool" -> waits.pool();
            case "plain" -> waits.plain();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0);
    }

    /** The first round, on platform threads, loads the classes; the second is measured. */
    private void measure(List<Callable<?>> actions) throws Exception {
        measure(actions, true);
    }

    private void measure(List<Callable<?>> actions, boolean rehearsed) throws Exception {
        if (rehearsed) {
            run(actions.subList(0, 1), false);
        }
        long start = System.nanoTime();
        run(actions, true);
        System.out.println("seconds " + (System.nanoTime() - start) / 1e9);
    }

    static void run(List<Callable<?>> actions, boolean virtual) throws Exception {
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
        List<Connection> connections = connections();
        var actions = new ArrayList<Callable<?>>();
        for (Connection connection : connections) {
            actions.add(() -> query(connection, query));
        }
        measure(actions);
        close(connections);
    }

    /** Each thread asks repeatedly, on a connection of its own. */
    private void rate(String query) throws Exception {
        List<Connection> connections = connections();
        var queries = new ArrayList<Callable<?>>();
        for (Connection connection : connections) {
            queries.add(() -> query(connection, query));
        }
        QueryLoad.serve(queries);
        close(connections);
    }

    private void pooled(String query) throws Exception {
        try (var pool = new HikariDataSource()) {
            pool.setJdbcUrl(url);
            pool.setMaximumPoolSize(POOLED);
            // The pool is not fair: while all ask again at once, some of them get no connection for half a minute.
            pool.setConnectionTimeout(PATIENCE_MILLIS);
            QueryLoad.serve(Collections.nCopies(threads, () -> {
                try (Connection connection = pool.getConnection()) {
                    return query(connection, query);
                }
            }));
        }
    }

    private List<Connection> connections() throws SQLException {
        var connections = new ArrayList<Connection>();
        for (int i = 0; i < threads; i++) {
            connections.add(DriverManager.getConnection(url));
        }
        return connections;
    }

    private static void close(List<Connection> connections) throws SQLException {
        for (Connection connection : connections) {
            connection.close();
        }
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

    /** A pool's first connection is opened inside of the pool's monitor. */
    private void hikari() throws Exception {
        var pools = new ArrayList<HikariDataSource>();
        var actions = new ArrayList<Callable<?>>();
        for (int i = 0; i <= threads; i++) {
            var pool = new HikariDataSource();
            pool.setMaximumPoolSize(1);
            pool.setDataSource(slow());
            pools.add(pool);
            actions.add(() -> {
                pool.getConnection().close();
                return null;
            });
        }
        actions.get(0).call();
        measure(actions.subList(1, actions.size()), false);
        pools.forEach(HikariDataSource::close);
    }

    /** A database that takes its time to connect, and then says yes to everything. */
    private DataSource slow() {
        Connection connection = (Connection) Proxy.newProxyInstance(
                Waits.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> method.getReturnType() == boolean.class
                        ? (Object) true
                        : method.getReturnType() == int.class ? (Object) 0 : null);
        return (DataSource) Proxy.newProxyInstance(
                Waits.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        Thread.sleep(millis);
                        return connection;
                    }
                    return method.getReturnType() == int.class
                            ? (Object) 0
                            : method.getName().equals("hashCode") ? (Object) 1 : null;
                });
    }

    /** Kotlin's {@code by lazy}, called by name: this is compiled without Kotlin. */
    private void kotlin() throws Exception {
        Class<?> initializer = Class.forName("kotlin.jvm.functions.Function0");
        // Its class is public, the one that declares it is not: reflection would be refused.
        var lazy = MethodHandles.publicLookup()
                .findStatic(
                        Class.forName("kotlin.LazyKt"),
                        "lazy",
                        MethodType.methodType(Class.forName("kotlin.Lazy"), initializer));
        var value = Class.forName("kotlin.Lazy").getMethod("getValue");
        var actions = new ArrayList<Callable<?>>();
        for (int i = 0; i <= threads; i++) {
            Object slow = Proxy.newProxyInstance(
                    Waits.class.getClassLoader(), new Class<?>[] {initializer}, (proxy, method, arguments) -> {
                        Thread.sleep(millis);
                        return 1;
                    });
            Object made = invoked(lazy, slow);
            actions.add(() -> value.invoke(made));
        }
        actions.get(0).call();
        measure(actions.subList(1, actions.size()), false);
    }

    /** A pool that makes what it lends inside of its own monitor; called by name, as the lab has no such dependency. */
    private void pool() throws Exception {
        Class<?> factory = Class.forName("org.apache.commons.pool2.PooledObjectFactory");
        var made = Class.forName("org.apache.commons.pool2.impl.DefaultPooledObject")
                .getConstructor(Object.class);
        var pool = Class.forName("org.apache.commons.pool2.impl.SoftReferenceObjectPool")
                .getConstructor(factory);
        var borrow = Class.forName("org.apache.commons.pool2.ObjectPool").getMethod("borrowObject");
        Object slow = Proxy.newProxyInstance(
                Waits.class.getClassLoader(), new Class<?>[] {factory}, (proxy, method, arguments) -> {
                    if (method.getName().equals("makeObject")) {
                        Thread.sleep(millis);
                        return made.newInstance(new Object());
                    }
                    return method.getReturnType() == boolean.class ? (Object) true : null;
                });
        var actions = new ArrayList<Callable<?>>();
        for (int i = 0; i <= threads; i++) {
            Object own = pool.newInstance(slow);
            actions.add(() -> borrow.invoke(own));
        }
        actions.get(0).call();
        measure(actions.subList(1, actions.size()), false);
    }

    private static Object invoked(MethodHandle handle, Object argument) {
        try {
            return handle.invokeWithArguments(argument);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
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
