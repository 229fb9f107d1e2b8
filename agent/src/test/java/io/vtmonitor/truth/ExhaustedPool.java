package io.vtmonitor.truth;

import java.sql.Connection;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/**
 * HikariCP has three connections, with which "report-0" to "report-2" sleep for minutes. Twenty virtual threads wait
 * for one, for ten minutes at most: the pool is exhausted.
 */
public final class ExhaustedPool {
    private static final int SIZE = 3;
    private static final int QUERIES = 20;
    private static final CountDownLatch LENT = new CountDownLatch(SIZE);

    private ExhaustedPool() {}

    public static void main(String[] args) throws Exception {
        DataSource orders = hikari();
        for (int i = 0; i < SIZE; i++) {
            Truth.virtual("report-" + i, () -> report(orders));
        }
        LENT.await();
        Thread[] queries = new Thread[QUERIES];
        for (int i = 0; i < QUERIES; i++) {
            queries[i] = Truth.virtual("query-" + i, () -> query(orders));
        }
        for (Thread query : queries) {
            Truth.await(() -> Truth.waits(query));
        }
        Truth.stay();
    }

    /** By reflection: the library is on this program's class path, not on the tests'. */
    private static DataSource hikari() throws ReflectiveOperationException {
        Class<?> type = Class.forName("com.zaxxer.hikari.HikariDataSource");
        DataSource source = (DataSource) type.getConstructor().newInstance();
        type.getMethod("setJdbcUrl", String.class).invoke(source, "jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1");
        type.getMethod("setMaximumPoolSize", int.class).invoke(source, SIZE);
        type.getMethod("setConnectionTimeout", long.class).invoke(source, 600_000L);
        type.getMethod("setPoolName", String.class).invoke(source, "orders");
        return source;
    }

    private static void report(DataSource orders) throws Exception {
        try (Connection connection = orders.getConnection()) {
            LENT.countDown();
            Thread.sleep(600_000);
            connection.commit();
        }
    }

    private static void query(DataSource orders) throws Exception {
        try (Connection connection = orders.getConnection()) {
            connection.commit();
        }
    }
}
