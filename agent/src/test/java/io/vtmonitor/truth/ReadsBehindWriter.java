package io.vtmonitor.truth;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The virtual thread "reader" has a read lock and waits for the lock of "editor", which wants to read, too, behind
 * "writer". If the writer gives up after a time, the argument, both others continue; else it is a deadlock.
 */
public final class ReadsBehindWriter {
    private static final ReentrantReadWriteLock REGISTRY = new ReentrantReadWriteLock();
    private static final ReentrantLock JOURNAL = new ReentrantLock();
    private static final CountDownLatch BOTH = new CountDownLatch(2);
    private static final CountDownLatch WRITER_WAITS = new CountDownLatch(1);

    private ReadsBehindWriter() {}

    public static void main(String[] args) throws Exception {
        Truth.virtual("reader", () -> {
            REGISTRY.readLock().lock();
            Truth.meet(BOTH);
            WRITER_WAITS.await();
            JOURNAL.lock();
        });
        Truth.virtual("editor", () -> {
            JOURNAL.lock();
            Truth.meet(BOTH);
            WRITER_WAITS.await();
            REGISTRY.readLock().lock();
        });
        BOTH.await();
        Truth.virtual("writer", () -> {
            if (args.length == 0) {
                REGISTRY.writeLock().lock();
            } else {
                boolean written = REGISTRY.writeLock().tryLock(Long.parseLong(args[0]), TimeUnit.SECONDS);
                System.out.println("written " + written);
            }
        });
        Truth.await(REGISTRY::hasQueuedThreads);
        WRITER_WAITS.countDown();
        Truth.await(() -> REGISTRY.getQueueLength() == 2 && JOURNAL.hasQueuedThreads());
        Truth.stay();
    }
}
