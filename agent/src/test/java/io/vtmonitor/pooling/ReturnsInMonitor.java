package io.vtmonitor.pooling;

/**
 * Twelve virtual threads and ten connections of HikariCP, which are returned within a monitor. On JDK 21 these threads
 * keep their carriers while HikariCP loops until the thread that waits takes a connection; and that one has no carrier.
 * Prints {@code ready}.
 */
public final class ReturnsInMonitor {
    private static final int SIZE = 10;

    private ReturnsInMonitor() {}

    public static void main(String[] args) throws Exception {
        Borrower pool = RealPools.of("hikari", SIZE, 0);
        pool.borrow().close();
        for (int i = 0; i < SIZE + 2; i++) {
            Thread.ofVirtual().name("request-" + i).start(() -> {
                Object own = new Object();
                try {
                    while (true) {
                        request(pool, own);
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        System.out.println("ready");
        Thread.sleep(Long.MAX_VALUE);
    }

    private static void request(Borrower pool, Object own) throws Exception {
        AutoCloseable connection = pool.borrow();
        Thread.sleep(5);
        synchronized (own) {
            connection.close();
            pool.borrow().close();
        }
    }
}
