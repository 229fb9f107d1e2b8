package io.vtmonitor.waiting;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Locks within locks, a read lock that is to become a write lock, and threads that a condition has let go. */
final class Entangled {
    private static final int THREADS = 15;
    private static final ReentrantLock OUTER = new ReentrantLock();
    private static final ReentrantLock INNER = new ReentrantLock();
    private static final ReentrantReadWriteLock BOTH = new ReentrantReadWriteLock();
    private static final ReentrantLock QUEUED = new ReentrantLock();
    private static final Condition GO = QUEUED.newCondition();
    private static boolean go;

    private Entangled() {}

    static void start() throws InterruptedException {
        Thread.ofVirtual().name("upgrader").start(Entangled::upgrade);
        Thread.ofVirtual().name("outer").start(Entangled::transfer);
        while (!OUTER.isLocked() || !BOTH.hasQueuedThreads()) {
            Thread.sleep(10);
        }
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("reader-" + i).start(Entangled::read);
            Thread.ofVirtual().name("transfer-" + i).start(Entangled::transfer);
            Thread.ofVirtual().name("worker-" + i).start(Entangled::work);
        }
        Thread.ofPlatform().daemon().name("signaller").start(Entangled::signal);
    }

    private static void upgrade() {
        BOTH.readLock().lock();
        try {
            BOTH.writeLock().lock();
            BOTH.writeLock().unlock();
        } finally {
            BOTH.readLock().unlock();
        }
    }

    private static void read() {
        BOTH.readLock().lock();
        BOTH.readLock().unlock();
    }

    private static void transfer() {
        OUTER.lock();
        try {
            audit();
        } finally {
            OUTER.unlock();
        }
    }

    /** For this lock nobody waits. */
    private static void audit() {
        INNER.lock();
        try {
            sleep();
        } finally {
            INNER.unlock();
        }
    }

    private static void work() {
        QUEUED.lock();
        try {
            while (!go) {
                GO.awaitUninterruptibly();
            }
        } finally {
            QUEUED.unlock();
        }
    }

    /** Lets them go and keeps the lock that they need to continue. */
    private static void signal() {
        QUEUED.lock();
        try {
            while (QUEUED.getWaitQueueLength(GO) < THREADS) {
                boolean ignored = GO.awaitNanos(10_000_000) > 0; // gives the lock to who has yet to await it
            }
            go = true;
            GO.signalAll();
            sleep();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            QUEUED.unlock();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
