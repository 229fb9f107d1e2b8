package io.vtmonitor.number;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * Virtual threads that want a connection, or a carrier, and print how many were served and how long they waited.
 *
 * <p>Arguments {@code name=number}: {@code seconds} for which it measures, after two that are not measured;
 * {@code hold} milliseconds for which each is held. Callers: {@code rate} new ones a second at random times, or
 * {@code callers} that come back, after {@code think} milliseconds. What they want: HikariCP with {@code size}
 * connections; without it, a carrier, which each holds by a monitor. {@code backend}: so many holders make progress at
 * a time. {@code limit}: so many callers are admitted at a time, the others are turned away.
 */
public final class Load {
    private static final long MILLI = 1_000_000;
    private static final long WARM_UP = 2_000 * MILLI;
    private static final long RETRY = 100 * MILLI;

    private final Map<String, Integer> options = new HashMap<>();
    private final Callable<AutoCloseable> wanted;
    private final Semaphore admitted;
    private final Semaphore backend;
    private final AtomicLong served = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final ConcurrentLinkedQueue<Long> waits = new ConcurrentLinkedQueue<>();
    private final long begin;
    private final long end;

    private Load(String[] arguments) throws Exception {
        for (String argument : arguments) {
            String[] pair = argument.split("=", 2);
            options.put(pair[0], Integer.valueOf(pair[1]));
        }
        wanted = options.containsKey("size") ? pool(option("size"))::getConnection : () -> () -> {};
        admitted = new Semaphore(options.getOrDefault("limit", Integer.MAX_VALUE));
        backend = new Semaphore(options.getOrDefault("backend", Integer.MAX_VALUE));
        begin = System.nanoTime() + WARM_UP;
        end = begin + option("seconds") * 1_000 * MILLI;
    }

    public static void main(String[] arguments) throws Exception {
        Load load = new Load(arguments);
        load.run();
        load.print();
        System.exit(0);
    }

    private int option(String name) {
        return options.getOrDefault(name, 0);
    }

    private void run() throws InterruptedException {
        int callers = option("callers");
        for (int i = 0; i < callers; i++) {
            Thread.ofVirtual().name("caller-" + i).start(this::again);
        }
        Random random = new Random(4711);
        long next = System.nanoTime();
        while (callers == 0 && next < end) {
            next += (long) (-Math.log(1 - random.nextDouble()) * 1_000 * MILLI / option("rate"));
            LockSupport.parkNanos(next - System.nanoTime());
            long asked = next;
            Thread.ofVirtual().start(() -> once(asked));
        }
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private void again() {
        long asks = System.nanoTime();
        while (asks < end) {
            long pause = once(asks) ? option("think") * MILLI : RETRY;
            asks = System.nanoTime() + pause;
            sleepUntil(asks);
        }
    }

    /** Not by one park: a permit that is left of a pinned one ends it at once. */
    private static void sleepUntil(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * Asks for what it wants.
     *
     * @param asked since when it does: a thread that is woken may wait for a carrier first
     * @return whether it was served
     */
    private boolean once(long asked) {
        if (!admitted.tryAcquire()) {
            refused.incrementAndGet();
            return false;
        }
        try {
            if (options.containsKey("size")) {
                withConnection(asked);
            } else {
                onCarrier(asked);
            }
            return true;
        } catch (Exception e) {
            failed.incrementAndGet();
            return false;
        } finally {
            admitted.release();
        }
    }

    private void withConnection(long asked) throws Exception {
        AutoCloseable connection = wanted.call();
        long got = System.nanoTime();
        try {
            backend.acquire();
            try {
                Thread.sleep(option("hold"));
            } finally {
                backend.release();
            }
            note(asked, got);
        } finally {
            connection.close();
        }
    }

    /** On JDK 21 to 23 a monitor keeps the carrier. */
    private void onCarrier(long asked) throws InterruptedException {
        Thread.yield();
        synchronized (new Object()) {
            long got = System.nanoTime();
            Thread.sleep(option("hold"));
            note(asked, got);
        }
    }

    private void note(long asked, long got) {
        long now = System.nanoTime();
        if (now >= begin && now < end) {
            served.incrementAndGet();
            waits.add(got - asked);
        }
    }

    private void print() {
        long[] sorted = waits.stream().mapToLong(Long::longValue).sorted().toArray();
        double p99 = sorted.length == 0 ? 0 : sorted[(int) (sorted.length * 0.99)] / 1e9;
        double mean = Arrays.stream(sorted).average().orElse(0) / 1e9;
        System.out.printf(
                "served=%.2f wait=%.3f p99=%.3f failed=%d refused=%d%n",
                (double) served.get() / option("seconds"), mean, p99, failed.get(), refused.get());
    }

    /** HikariCP with connections of no database, all of them made. */
    private static DataSource pool(int size) throws Exception {
        Class<?> type = Class.forName("com.zaxxer.hikari.HikariDataSource");
        DataSource pool = (DataSource) type.getConstructor().newInstance();
        type.getMethod("setPoolName", String.class).invoke(pool, "orders");
        type.getMethod("setMaximumPoolSize", int.class).invoke(pool, size);
        type.getMethod("setConnectionTimeout", long.class).invoke(pool, 30_000L);
        type.getMethod("setDataSource", DataSource.class).invoke(pool, answersAtOnce(DataSource.class));
        CountDownLatch all = new CountDownLatch(size);
        Thread[] threads = new Thread[size];
        for (int i = 0; i < size; i++) {
            threads[i] = Thread.ofVirtual().start(() -> {
                try (Connection connection = pool.getConnection()) {
                    connection.getAutoCommit();
                    all.countDown();
                    all.await();
                } catch (SQLException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return pool;
    }

    @SuppressWarnings("ReferenceEquality") // equals of a proxy is this very code
    private static <T> T answersAtOnce(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                Load.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
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
