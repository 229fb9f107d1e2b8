package io.vtmonitor.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds out, by class, what kind of object threads are parked for. */
@SuppressWarnings("ReferenceEquality") // threads are compared by identity
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
        threads.addAll(lastFirst(lock));
        return threads;
    }

    private static Collection<Thread> lastFirst(Object lock) {
        return lock instanceof AbstractQueuedSynchronizer one
                ? one.getQueuedThreads()
                : lock instanceof AbstractQueuedLongSynchronizer other ? other.getQueuedThreads() : List.<Thread>of();
    }

    /**
     * The threads in the queue of a read-write lock that wait for those that read: the first thread that wants to write
     * and stays, and all behind it. Readers do not wait for readers: one before that thread gets the lock as soon as
     * the writers before it have given up.
     *
     * @param stays whether a thread waits without a time limit
     */
    static Set<Thread> waitForReaders(Object lock, Predicate<Thread> stays) {
        Set<Thread> writers = Collections.newSetFromMap(new IdentityHashMap<>());
        writers.addAll(
                lock instanceof AbstractQueuedSynchronizer one
                        ? one.getExclusiveQueuedThreads()
                        : lock instanceof AbstractQueuedLongSynchronizer other
                                ? other.getExclusiveQueuedThreads()
                                : List.<Thread>of());
        Set<Thread> found = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Thread> behind = new ArrayList<>();
        Thread last = null;
        for (Thread each : lastFirst(lock)) {
            behind.add(each);
            if (writers.contains(each) && stays.test(each)) {
                found.addAll(behind);
                behind.clear();
            }
            last = each;
        }
        // The JDK promises no order of the threads in a queue, but which one is the first.
        return last == first(lock) ? found : Set.of();
    }

    /** The first thread in the queue of a synchronizer; null if there is none, or the object does not show it. */
    static @Nullable Thread first(@Nullable Object blocker) {
        return blocker instanceof AbstractQueuedSynchronizer lock
                ? lock.getFirstQueuedThread()
                : blocker instanceof AbstractQueuedLongSynchronizer lock ? lock.getFirstQueuedThread() : null;
    }
}
