package io.vtmonitor.lab.program;

import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Virtual threads that each run one query inside of a monitor of their own. Arguments: how many, milliseconds that the
 * query sleeps, {@code warm} for a pool filled beforehand or {@code cold}. The URL is the environment variable
 * {@code LAB_URL}. Prints {@code seconds}.
 */
public final class SyncQuery {
    private SyncQuery() {}

    public static void main(String[] arguments) throws Exception {
        Figures.awaitGo();
        int count = Integer.parseInt(arguments[0]);
        String query = "select sleep(" + Integer.parseInt(arguments[1]) / 1000.0 + ")";
        try (var pool = pool(count, arguments[2].equals("warm"))) {
            query(pool, "select 1");
            var begin = new CountDownLatch(1);
            var failures = new ArrayList<Exception>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                var request = new Request();
                threads.add(Thread.ofVirtual().start(() -> {
                    try {
                        begin.await();
                        request.serve(pool, query);
                    } catch (Exception e) {
                        synchronized (failures) {
                            failures.add(e);
                        }
                    }
                }));
            }
            long start = System.nanoTime();
            begin.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            Figures.print("seconds", Figures.secondsSince(start));
            Figures.print("failed", failures.size());
            if (!failures.isEmpty()) {
                failures.get(0).printStackTrace();
            }
        }
        System.exit(0);
    }

    private static HikariDataSource pool(int size, boolean warm) {
        var pool = new HikariDataSource();
        pool.setJdbcUrl(System.getenv("LAB_URL"));
        pool.setMaximumPoolSize(size);
        pool.setMinimumIdle(warm ? size : 1);
        // On few carriers the last waits as long as all before it together.
        pool.setConnectionTimeout(120_000);
        pool.setInitializationFailTimeout(30_000);
        return pool;
    }

    /** Guards what it does by a monitor of its own. */
    private static final class Request {
        private final Object lock = new Object();

        void serve(HikariDataSource pool, String query) throws Exception {
            synchronized (lock) {
                query(pool, query);
            }
        }
    }

    private static void query(HikariDataSource pool, String query) throws Exception {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
        }
    }
}
