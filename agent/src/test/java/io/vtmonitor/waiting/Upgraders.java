package io.vtmonitor.waiting;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two threads read, and each wants the write lock of the same lock for what it has read; others want to read. */
final class Upgraders {
    private static final int READERS = 15;
    private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    private static final CyclicBarrier BOTH_READ = new CyclicBarrier(2);

    private Upgraders() {}

    static void start() throws InterruptedException {
        Thread.ofVirtual().name("upgrader-1").start(Upgraders::upgrade);
        Thread.ofVirtual().name("upgrader-2").start(Upgraders::upgrade);
        while (LOCK.getQueueLength() < 2) {
            Thread.sleep(10);
        }
        for (int i = 0; i < READERS; i++) {
            Thread.ofVirtual().name("reader-" + i).start(Upgraders::read);
        }
    }

    private static void upgrade() {
        LOCK.readLock().lock();
        try {
            BOTH_READ.await();
            LOCK.writeLock().lock();
            LOCK.writeLock().unlock();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        } finally {
            LOCK.readLock().unlock();
        }
    }

    private static void read() {
        LOCK.readLock().lock();
        LOCK.readLock().unlock();
    }
}
