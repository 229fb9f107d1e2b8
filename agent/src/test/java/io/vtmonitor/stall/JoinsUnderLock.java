package io.vtmonitor.stall;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * JDK 21: every carrier is pinned by a thread that joins a virtual thread without a carrier, which waits for a lock of
 * the first one. No number of carriers helps. Argument: the number of carriers.
 */
public final class JoinsUnderLock {
    private JoinsUnderLock() {}

    public static void main(String[] args) throws InterruptedException {
        int carriers = Integer.parseInt(args[0]);
        CountDownLatch joining = new CountDownLatch(carriers);
        Thread[] parents = new Thread[carriers];
        for (int i = 0; i < carriers; i++) {
            parents[i] =
                    Thread.ofVirtual().name("parent-" + i).start(() -> joinUnderLock(new ReentrantLock(), joining));
        }
        joining.await();
        System.out.println("ready");
        parents[0].join();
        System.out.println("finished");
    }

    private static void joinUnderLock(ReentrantLock lock, CountDownLatch joining) {
        lock.lock();
        Thread child = Thread.ofVirtual().name("child").start(lock::lock);
        while (child.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        joining.countDown();
        joinInMonitor(child, new Object());
    }

    private static void joinInMonitor(Thread child, Object monitor) {
        synchronized (monitor) {
            try {
                child.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
