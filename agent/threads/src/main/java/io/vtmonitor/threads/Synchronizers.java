package io.vtmonitor.threads;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/** Finds out, by class, what kind of object threads are parked for. */
public final class Synchronizers {
    private Synchronizers() {}

    /** Whether this is a synchronizer of the application or of a library. It is a lock if threads own it. */
    public static boolean isOfApplication(@Nullable Object blocker) {
        return blocker instanceof AbstractOwnableSynchronizer && !isOfJdk(blocker);
    }

    /**
     * Whether this is a class of {@code java.util.concurrent}, whose locks only their owners can release. Other threads
     * may release locks of other classes.
     */
    public static boolean isOfJdk(Object lock) {
        return lock.getClass().getName().startsWith("java.util.concurrent.");
    }

    /** Whether this is the synchronizer of a {@code ReentrantLock}. */
    public static boolean isReentrantLock(@Nullable Object blocker) {
        return blocker != null && blocker.getClass().getName().startsWith("java.util.concurrent.locks.ReentrantLock$");
    }

    /** Whether this is the synchronizer of a {@code ReentrantReadWriteLock}. */
    public static boolean isReadWriteLock(@Nullable Object blocker) {
        return blocker != null
                && blocker.getClass().getName().startsWith("java.util.concurrent.locks.ReentrantReadWriteLock$");
    }

    /** Whether this is the synchronizer of a {@code Semaphore}. */
    public static boolean isSemaphore(@Nullable Object blocker) {
        return blocker != null && blocker.getClass().getName().startsWith(Semaphore.class.getName() + "$");
    }

    /** Whether this is the synchronizer of a {@code CountDownLatch}, which no thread can own. */
    public static boolean isLatch(Object blocker) {
        return blocker.getClass().getName().startsWith("java.util.concurrent.CountDownLatch$");
    }

    /** Whether this is a lock that {@code unpin} put in place of a monitor. */
    public static boolean isOfUnpin(Object blocker) {
        return blocker.getClass().getName().startsWith("java.lang.VtMonitor");
    }

    /** The threads in the queue of a synchronizer; empty if the object is none. */
    public static Set<Thread> queued(Object lock) {
        Set<Thread> threads = Collections.newSetFromMap(new IdentityHashMap<>());
        threads.addAll(
                lock instanceof AbstractQueuedSynchronizer one
                        ? one.getQueuedThreads()
                        : lock instanceof AbstractQueuedLongSynchronizer other
                                ? other.getQueuedThreads()
                                : List.<Thread>of());
        return threads;
    }
}
