package com.acme;

import io.vtmonitor.junit.PinFree;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class OrdersTest {
    private final Object monitor = new Object();
    private final ReentrantLock lock = new ReentrantLock();

    @Test
    @PinFree
    void loads_with_a_monitor() throws Exception {
        virtual(this::loadWithMonitor);
    }

    @Test
    @PinFree
    void loads_with_a_lock() throws Exception {
        virtual(this::loadWithLock);
    }

    @Test
    void is_not_checked() throws Exception {
        virtual(this::loadWithMonitor);
    }

    private void loadWithMonitor() {
        synchronized (monitor) {
            sleep();
        }
    }

    private void loadWithLock() {
        lock.lock();
        try {
            sleep();
        } finally {
            lock.unlock();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By reflection, so that this class also loads on Java 17, where it runs on the test's own thread. */
    private static void virtual(Runnable work) throws Exception {
        if (Runtime.version().feature() < 21) {
            work.run();
            return;
        }
        Thread thread = (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        thread.join();
    }
}
