package io.vtmonitor.bench;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * {@code FullHeap BYTES FILE}: fills the heap with orders in maps, parks 2,000 virtual threads, lets two more lock each
 * other out, and writes a heap dump of about that size. An object takes 61 bytes of the heap on average.
 */
public final class FullHeap {
    private static final int PARKED = 2_000;
    private static final int ORDERS_IN_A_MAP = 1_000;

    /** What an order, its key, its note and its entry in a map take of a heap dump. */
    private static final int BYTES_OF_AN_ORDER = 377;

    private static final int SHORTEST_NOTE = 100;
    private static final int NOTES = 121;

    private static final ReentrantLock FROM = new ReentrantLock();
    private static final ReentrantLock TO = new ReentrantLock();
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final CountDownLatch BOTH = new CountDownLatch(2);
    private static final List<Map<String, Order>> SHELVES = new ArrayList<>();

    private FullHeap() {}

    private record Order(long id, String customer, int amount, byte[] note) {}

    public static void main(String[] arguments) throws Exception {
        fill(Long.parseLong(arguments[0]));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < PARKED; i++) {
            threads.add(Thread.ofVirtual().name("parked-" + i).start(() -> await(NEVER)));
        }
        threads.add(Thread.ofVirtual().name("debit").start(() -> transfer(FROM, TO)));
        threads.add(Thread.ofVirtual().name("credit").start(() -> transfer(TO, FROM)));
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING || BOTH.getCount() > 0) {
                Thread.sleep(1);
            }
        }
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(arguments[1], true);
        System.out.println(SHELVES.size() * ORDERS_IN_A_MAP + " orders");
    }

    private static void fill(long bytes) {
        for (long id = 0; id * BYTES_OF_AN_ORDER < bytes; ) {
            Map<String, Order> shelf = new HashMap<>();
            for (int i = 0; i < ORDERS_IN_A_MAP; i++, id++) {
                String customer = "customer-" + id;
                shelf.put(customer, new Order(id, customer, i, new byte[SHORTEST_NOTE + i % NOTES]));
            }
            SHELVES.add(shelf);
        }
    }

    private static void transfer(ReentrantLock first, ReentrantLock second) {
        first.lock();
        BOTH.countDown();
        await(BOTH);
        second.lock();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
