package io.vtmonitor.stall;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * JDK 21: the owner of a lock sleeps and leaves its carrier, and finds none when it wakes: all are pinned by threads
 * that wait for its lock. Argument: the number of carriers.
 */
public final class OwnerWithoutCarrier {
    private static final ReentrantLock LOCK = new ReentrantLock();

    private OwnerWithoutCarrier() {}

    public static void main(String[] args) throws InterruptedException {
        int carriers = Integer.parseInt(args[0]);
        CountDownLatch owned = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Thread owner = Thread.ofVirtual().name("owner").start(() -> own(owned, goOn));
        owned.await();
        for (int i = 0; i < carriers; i++) {
            Thread.ofVirtual().name("pinned-" + i).start(() -> useLockInMonitor(new Object()));
        }
        while (LOCK.getQueueLength() < carriers) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        System.out.println("ready");
        goOn.countDown();
        owner.join();
        System.out.println("finished");
    }

    private static void own(CountDownLatch owned, CountDownLatch goOn) {
        LOCK.lock();
        try {
            owned.countDown();
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            LOCK.unlock();
        }
    }

    private static void useLockInMonitor(Object monitor) {
        synchronized (monitor) {
            LOCK.lock();
            LOCK.unlock();
        }
    }
}
