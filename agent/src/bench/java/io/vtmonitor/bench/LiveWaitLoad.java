package io.vtmonitor.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads for {@link LiveWaits}, each the main program of a JVM of its own. Each prints a line when it is measured:
 * {@code load} and its figures.
 */
public final class LiveWaitLoad {
    /** The first looks, which load classes, are over. */
    private static final int SETTLED_SECONDS = 8;

    private static final int BORROWERS = 16;
    private static final int WORK_NANOS = 80_000;
    private static final int IN_A_ROW = 400_000;

    private LiveWaitLoad() {}

    /**
     * Runs one.
     *
     * @param arguments {@code parked THREADS SECONDS}, {@code churn A_SECOND SECONDS}, {@code borrow} or {@code pool
     *     SECONDS}
     */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "parked" -> parked(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
            case "churn" -> churn(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
            case "borrow" -> borrow();
            case "pool" -> pool(Integer.parseInt(arguments[1]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** Processor seconds of the JVM, and by how much a virtual thread that sleeps for a millisecond oversleeps. */
    private static void parked(int threads, int seconds) throws Exception {
        CountDownLatch started = new CountDownLatch(threads);
        LinkedBlockingQueue<String> empty = new LinkedBlockingQueue<>();
        CompletableFuture<String> open = new CompletableFuture<>();
        for (int i = 0; i < threads; i++) {
            int way = i % 4;
            Thread.startVirtualThread(() -> {
                started.countDown();
                try {
                    switch (way) {
                        case 0 -> Thread.sleep(TimeUnit.DAYS.toMillis(1));
                        case 1 -> empty.take();
                        case 2 -> open.join();
                        default -> LockSupport.park();
                    }
                } catch (InterruptedException e) {
                    // The JVM ends.
                }
            });
        }
        started.await();
        Thread.sleep(TimeUnit.SECONDS.toMillis(SETTLED_SECONDS));
        double cpu = LiveLoad.processorSeconds("self");
        long[] late = new long[seconds * 1_000];
        AtomicInteger sleeps = new AtomicInteger();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Thread.startVirtualThread(() -> {
                    while (System.nanoTime() < end) {
                        long begin = System.nanoTime();
                        LockSupport.parkNanos(1_000_000);
                        late[sleeps.getAndIncrement()] = System.nanoTime() - begin - 1_000_000;
                    }
                })
                .join();
        long[] sorted = Arrays.copyOf(late, sleeps.get());
        Arrays.sort(sorted);
        told(
                LiveLoad.processorSeconds("self") - cpu,
                sorted[sorted.length / 2] / 1e3,
                sorted[sorted.length * 99 / 100] / 1e3);
    }

    /** Processor seconds of the JVM, and threads started and ended a second. */
    private static void churn(int aSecond, int seconds) throws Exception {
        AtomicLong ended = new AtomicLong();
        for (int round = 0; round < 2; round++) { // the first one warms up
            ended.set(0);
            double cpu = LiveLoad.processorSeconds("self");
            long begin = System.nanoTime();
            long end = begin + TimeUnit.SECONDS.toNanos(seconds);
            long started = 0;
            while (System.nanoTime() < end) {
                long due = (long) ((System.nanoTime() - begin) / 1e9 * aSecond);
                for (; started < due; started++) {
                    Thread.startVirtualThread(ended::incrementAndGet);
                }
                LockSupport.parkNanos(1_000_000);
            }
            if (round == 1) {
                told(LiveLoad.processorSeconds("self") - cpu, ended.get() / (double) seconds);
            }
        }
    }

    /** Nanoseconds of a borrowing with its return, on one thread that does nothing else: the least of five batches. */
    private static void borrow() throws SQLException {
        try (HikariDataSource pool = connections()) {
            double least = Double.MAX_VALUE;
            for (int batch = 0; batch < 5; batch++) {
                long begin = System.nanoTime();
                for (int i = 0; i < IN_A_ROW; i++) {
                    pool.getConnection().close();
                }
                least = Math.min(least, (double) (System.nanoTime() - begin) / IN_A_ROW);
            }
            told(least);
        }
    }

    /** Borrowings a second by threads that each compute for 80 µs with a connection. */
    private static void pool(int seconds) throws Exception {
        try (HikariDataSource pool = connections()) {
            double aSecond = 0;
            for (int round = 0; round < 2; round++) { // the first one warms up
                AtomicLong borrowed = new AtomicLong();
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
                Thread[] threads = new Thread[BORROWERS];
                for (int i = 0; i < BORROWERS; i++) {
                    threads[i] = Thread.startVirtualThread(() -> {
                        while (System.nanoTime() < end) {
                            try (Connection connection = pool.getConnection()) {
                                spin();
                                borrowed.incrementAndGet();
                            } catch (SQLException e) {
                                throw new IllegalStateException(e);
                            }
                            Thread.yield();
                        }
                    });
                }
                for (Thread thread : threads) {
                    thread.join();
                }
                aSecond = borrowed.get() / (double) seconds;
            }
            told(aSecond);
        }
    }

    private static HikariDataSource connections() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:");
        config.setMaximumPoolSize(BORROWERS);
        return new HikariDataSource(config);
    }

    private static void spin() {
        long end = System.nanoTime() + WORK_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static void told(double... figures) {
        StringBuilder line = new StringBuilder("load");
        for (double figure : figures) {
            line.append(String.format(Locale.ROOT, " %.4f", figure));
        }
        System.out.println(line);
    }
}
