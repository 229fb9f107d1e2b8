package io.vtmonitor.stall;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * JDK 21: a lock is handed to a virtual thread that is not mounted, while every carrier is pinned by a thread that
 * waits for the same lock inside a monitor. Nobody owns the lock then, and nobody ever will. Argument: the number of
 * carriers.
 */
public final class LockWithoutCarrier {
    private static final ReentrantLock LOCK = new ReentrantLock();

    private LockWithoutCarrier() {}

    public static void main(String[] args) throws InterruptedException {
        int carriers = Integer.parseInt(args[0]);
        LOCK.lock();
        Thread next = Thread.ofVirtual().name("next-in-line").start(LockWithoutCarrier::useLock);
        awaitQueue(1);
        for (int i = 0; i < carriers; i++) {
            Thread.ofVirtual().name("pinned-" + i).start(() -> useLockInMonitor(new Object()));
        }
        awaitQueue(1 + carriers);
        System.out.println("ready");
        LOCK.unlock();
        next.join();
        System.out.println("finished");
    }

    private static void useLock() {
        LOCK.lock();
        LOCK.unlock();
    }

    private static void useLockInMonitor(Object monitor) {
        synchronized (monitor) {
            LOCK.lock();
            LOCK.unlock();
        }
    }

    private static void awaitQueue(int length) throws InterruptedException {
        while (LOCK.getQueueLength() < length) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
