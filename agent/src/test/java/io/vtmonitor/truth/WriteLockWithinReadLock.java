package io.vtmonitor.truth;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The virtual thread "upgrader" has a read lock and waits for the write lock of the same lock: a deadlock with itself,
 * on every JDK. It was not the first to have the read lock; the twenty readers behind it are victims.
 */
public final class WriteLockWithinReadLock {
    private static final int READERS = 20;
    private static final ReentrantReadWriteLock REGISTRY = new ReentrantReadWriteLock();
    private static final CountDownLatch READ_BY_FIRST = new CountDownLatch(1);
    private static final CountDownLatch READ_BY_BOTH = new CountDownLatch(2);

    private static int written;

    private WriteLockWithinReadLock() {}

    public static void main(String[] args) throws Exception {
        Thread first = Truth.virtual("first", WriteLockWithinReadLock::readFirst);
        Truth.virtual("upgrader", WriteLockWithinReadLock::upgrade);
        first.join();
        Truth.await(REGISTRY::hasQueuedThreads);
        for (int i = 0; i < READERS; i++) {
            Truth.virtual("reader-" + i, WriteLockWithinReadLock::read);
        }
        Truth.await(() -> REGISTRY.getQueueLength() == READERS + 1);
        Truth.stay();
    }

    private static void readFirst() {
        REGISTRY.readLock().lock();
        try {
            READ_BY_FIRST.countDown();
            Truth.meet(READ_BY_BOTH);
        } finally {
            REGISTRY.readLock().unlock();
        }
    }

    private static void upgrade() throws InterruptedException {
        READ_BY_FIRST.await();
        REGISTRY.readLock().lock();
        try {
            Truth.meet(READ_BY_BOTH);
            write();
        } finally {
            REGISTRY.readLock().unlock();
        }
    }

    private static void write() {
        REGISTRY.writeLock().lock();
        try {
            written++;
        } finally {
            REGISTRY.writeLock().unlock();
        }
    }

    private static void read() {
        REGISTRY.readLock().lock();
        REGISTRY.readLock().unlock();
    }
}
