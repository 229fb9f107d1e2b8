package io.vtmonitor.standstill;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Pools of connections that are lent to threads which want one more, that are leaked, or held over slow work. The
 * libraries are on this program's class path, not on the tests'.
 */
final class Connections {
    private static final int SIZE = 3;

    static final Map<String, Stand.Work> PROGRAMS = Map.ofEntries(
            Map.entry("pool-twice-hikari", () -> twice("hikari")),
            Map.entry("pool-twice-dbcp2", () -> twice("dbcp2")),
            Map.entry("pool-twice-pool2", () -> twice("pool2")),
            Map.entry("pool-twice-c3p0", () -> twice("c3p0")),
            Map.entry("pool-twice-tomcat", () -> twice("tomcat")),
            Map.entry("pool-twice-agroal", () -> twice("agroal")),
            Map.entry("pool-twice-vibur", () -> twice("vibur")),
            Map.entry("pool-twice-druid", () -> twice("druid")),
            Map.entry("pools-crossed", Connections::crossed),
            Map.entry("pool-and-lock", Connections::withLock),
            Map.entry("pool-leaked-hikari", () -> leaked("hikari")),
            Map.entry("pool-leaked-dbcp2", () -> leaked("dbcp2")),
            Map.entry("pool-leaked-pool2", () -> leaked("pool2")),
            Map.entry("pool-slow-hikari", () -> slow("hikari")),
            Map.entry("pool-slow-tomcat", () -> slow("tomcat")));

    private static final ReentrantLock BOOKS = new ReentrantLock();
    private static final List<AutoCloseable> LEAKED = new ArrayList<>();

    private Connections() {}

    private static void twice(String library) throws Exception {
        Pool pool = Pool.of(library, "orders", SIZE);
        CyclicBarrier all = new CyclicBarrier(SIZE);
        Thread[] threads = new Thread[SIZE];
        for (int i = 0; i < SIZE; i++) {
            threads[i] = Stand.virtual("order-" + i, () -> order(pool, pool, all));
        }
        Stand.settle(threads);
        Stand.crowd("query", () -> query(pool));
    }

    private static void order(Pool first, Pool second, CyclicBarrier all) throws Exception {
        try (AutoCloseable order = first.borrow()) {
            all.await();
            try (AutoCloseable audit = second.borrow()) {
                System.out.println(order + " " + audit);
            }
        }
    }

    private static void query(Pool pool) throws Exception {
        try (AutoCloseable connection = pool.borrow()) {
            System.out.println(connection);
        }
    }

    private static void crossed() throws Exception {
        Pool orders = Pool.of("hikari", "orders", 1);
        Pool audits = Pool.of("hikari", "audits", 1);
        CyclicBarrier both = new CyclicBarrier(2);
        Stand.settle(
                Stand.virtual("order-0", () -> order(orders, audits, both)),
                Stand.virtual("audit-0", () -> order(audits, orders, both)));
        Stand.crowd("query", () -> query(orders));
    }

    /** All connections are lent to threads that want a lock, whose owner wants a connection. */
    private static void withLock() throws Exception {
        Pool pool = Pool.of("hikari", "orders", SIZE);
        CyclicBarrier all = new CyclicBarrier(SIZE + 1);
        Thread[] threads = new Thread[SIZE + 1];
        threads[SIZE] = Stand.virtual("bookkeeper", () -> keepBooks(pool, all));
        for (int i = 0; i < SIZE; i++) {
            threads[i] = Stand.virtual("order-" + i, () -> book(pool, all));
        }
        Stand.settle(threads);
    }

    private static void keepBooks(Pool pool, CyclicBarrier all) throws Exception {
        BOOKS.lock();
        all.await();
        query(pool);
    }

    private static void book(Pool pool, CyclicBarrier all) throws Exception {
        try (AutoCloseable connection = pool.borrow()) {
            all.await();
            BOOKS.lock();
            System.out.println(connection);
        }
    }

    private static void leaked(String library) throws Exception {
        Pool pool = Pool.of(library, "orders", SIZE);
        for (int i = 0; i < SIZE; i++) {
            Stand.virtual("careless-" + i, () -> leak(pool)).join();
        }
        Stand.crowd("query", () -> query(pool));
    }

    private static void leak(Pool pool) throws Exception {
        LEAKED.add(pool.borrow());
    }

    private static void slow(String library) throws Exception {
        Pool pool = Pool.of(library, "orders", SIZE);
        CyclicBarrier all = new CyclicBarrier(SIZE + 1);
        for (int i = 0; i < SIZE; i++) {
            Stand.virtual("report-" + i, () -> report(pool, all));
        }
        all.await();
        Stand.crowd("query", () -> query(pool));
    }

    private static void report(Pool pool, CyclicBarrier all) throws Exception {
        try (AutoCloseable connection = pool.borrow()) {
            all.await();
            Stand.sleep();
            System.out.println(connection);
        }
    }
}
