package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class OrdersTest {
    private final AtomicInteger stored = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();

    /** Passes, and on JDK 21 to 23 keeps its carrier for 50 ms. */
    @Test
    void an_order_is_stored() throws Exception {
        assertEquals(1, onVirtualThread(this::storeInMonitor));
    }

    /** What a test run mostly does: nothing that pins. */
    @RepeatedTest(200)
    void an_order_is_stored_without_pinning() throws Exception {
        assertEquals(1, onVirtualThread(this::storeInLock));
    }

    private synchronized int storeInMonitor() throws InterruptedException {
        Thread.sleep(50);
        return stored.incrementAndGet();
    }

    private int storeInLock() throws InterruptedException {
        lock.lock();
        try {
            Thread.sleep(5);
            return stored.incrementAndGet();
        } finally {
            lock.unlock();
        }
    }

    private static int onVirtualThread(Callable<Integer> work) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> result = threads.submit(work);
            return result.get();
        }
    }
}
