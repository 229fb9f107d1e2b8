package io.vtmonitor.truth;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The virtual thread "reporter" sleeps for minutes with a read lock; "writer" waits for the write lock, and twenty
 * readers behind it. A lock convoy, not a deadlock: it ends when the reporter releases the lock.
 */
public final class ReaderBeforeWriter {
    private static final int READERS = 20;
    private static final ReentrantReadWriteLock REGISTRY = new ReentrantReadWriteLock();
    private static final CountDownLatch READ = new CountDownLatch(1);

    private ReaderBeforeWriter() {}

    public static void main(String[] args) throws Exception {
        Truth.virtual("reporter", ReaderBeforeWriter::report);
        Truth.virtual("writer", ReaderBeforeWriter::write);
        Truth.await(REGISTRY::hasQueuedThreads);
        for (int i = 0; i < READERS; i++) {
            Truth.virtual("reader-" + i, ReaderBeforeWriter::read);
        }
        Truth.await(() -> REGISTRY.getQueueLength() == READERS + 1);
        Truth.stay();
    }

    private static void report() throws InterruptedException {
        REGISTRY.readLock().lock();
        try {
            READ.countDown();
            Thread.sleep(600_000);
        } finally {
            REGISTRY.readLock().unlock();
        }
    }

    private static void write() throws InterruptedException {
        READ.await();
        REGISTRY.writeLock().lock();
        REGISTRY.writeLock().unlock();
    }

    private static void read() {
        REGISTRY.readLock().lock();
        REGISTRY.readLock().unlock();
    }
}
