package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/** What synchronizers of {@code java.util.concurrent} tell: who owns one, whether it is free, who is next. */
@SuppressWarnings("ReferenceEquality") // threads are told apart by identity
final class OwnedLocks {
    private final VarHandle exclusiveOwner;
    private final VarHandle state;
    private final VarHandle longState;
    private final Queue queue;
    private final Queue longQueue;
    private final Class<?> readWriteSync;
    private final VarHandle firstReader;
    private final VarHandle firstReaderHolds;

    /** @throws ReflectiveOperationException where this JDK looks different inside */
    OwnedLocks(JdkInternals internals) throws ReflectiveOperationException {
        exclusiveOwner = internals
                .in(AbstractOwnableSynchronizer.class)
                .findVarHandle(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread", Thread.class);
        state = internals
                .in(AbstractQueuedSynchronizer.class)
                .findVarHandle(AbstractQueuedSynchronizer.class, "state", int.class);
        longState = internals
                .in(AbstractQueuedLongSynchronizer.class)
                .findVarHandle(AbstractQueuedLongSynchronizer.class, "state", long.class);
        queue = Queue.of(AbstractQueuedSynchronizer.class, internals);
        longQueue = Queue.of(AbstractQueuedLongSynchronizer.class, internals);
        readWriteSync = JdkInternals.named("java.util.concurrent.locks.ReentrantReadWriteLock$Sync");
        firstReader = internals.in(readWriteSync).findVarHandle(readWriteSync, "firstReader", Thread.class);
        firstReaderHolds = internals.in(readWriteSync).findVarHandle(readWriteSync, "firstReaderHoldCount", int.class);
    }

    /** The list of those that wait: its head stands for none of them. */
    private record Queue(VarHandle head, VarHandle next) {
        static Queue of(Class<?> type, JdkInternals internals) throws ReflectiveOperationException {
            Class<?> node = JdkInternals.named(type.getName() + "$Node");
            return new Queue(
                    internals.in(type).findVarHandle(type, "head", node),
                    internals.in(node).findVarHandle(node, "next", node));
        }

        @Nullable
        Object first(Object lock) {
            Object before = head.getVolatile(lock);
            return before == null ? null : next.getVolatile(before);
        }
    }

    /** Null where nobody owns it alone, or the object is no lock that tells. */
    @Nullable
    Thread owner(@Nullable Object blocker) {
        return blocker instanceof AbstractOwnableSynchronizer lock ? (Thread) exclusiveOwner.get(lock) : null;
    }

    /** The only thread that has a read-write lock for reading; null where nobody has, or several, or it is not told. */
    @Nullable
    Thread onlyReader(@Nullable Object blocker) {
        return reader(blocker, true);
    }

    /** A thread that has a read-write lock for reading, perhaps with others; null where none is told. */
    @Nullable
    Thread oneReader(@Nullable Object blocker) {
        return reader(blocker, false);
    }

    /**
     * The lock notes who read first and how often, without fences, until that thread has released it: what two reads
     * agree on was so in between.
     */
    private @Nullable Thread reader(@Nullable Object blocker, boolean alone) {
        if (!readWriteSync.isInstance(blocker)) {
            return null;
        }
        Thread before = (Thread) firstReader.getVolatile(blocker);
        int holds = (int) firstReaderHolds.getVolatile(blocker);
        int all = readers(blocker);
        boolean reads = before != null && holds > 0 && (alone ? holds == all : holds <= all);
        return reads && firstReader.getVolatile(blocker) == before ? before : null;
    }

    /** The thread at the head of its queue, null where there is none or the object does not tell. */
    @Nullable
    Thread next(@Nullable Object blocker) {
        return blocker instanceof AbstractQueuedSynchronizer lock
                ? lock.getFirstQueuedThread()
                : blocker instanceof AbstractQueuedLongSynchronizer lock ? lock.getFirstQueuedThread() : null;
    }

    /** The wait at the head of its queue, another object each time that a thread waits; null as {@link #next}. */
    @Nullable
    Object firstWait(@Nullable Object blocker) {
        return blocker instanceof AbstractQueuedSynchronizer
                ? queue.first(blocker)
                : blocker instanceof AbstractQueuedLongSynchronizer ? longQueue.first(blocker) : null;
    }

    /**
     * Whether a {@code ReentrantLock} or a read-write lock is free: nobody owns it, nobody reads. A semaphore is if it
     * has a permit.
     */
    boolean isFree(Object blocker) {
        return isSemaphore(blocker)
                ? permits(blocker) > 0
                : (isReentrantLock(blocker) || isReadWriteLock(blocker)) && state(blocker) == 0;
    }

    /** Whether nobody has it at this moment, as far as the lock tells. */
    boolean isUnowned(Object blocker) {
        return blocker instanceof StampedLock stamped
                ? !stamped.isWriteLocked() && !stamped.isReadLocked()
                : isOfApplication(blocker) ? owner(blocker) == null : isFree(blocker);
    }

    /** Whether this is a synchronizer of the application's or of a library: a lock if threads own it. */
    static boolean isOfApplication(@Nullable Object blocker) {
        return blocker instanceof AbstractOwnableSynchronizer && !isOfJdk(blocker);
    }

    /** Whether its owner alone can release it: what the application synchronizes by, others may release. */
    static boolean isOfJdk(Object lock) {
        return lock.getClass().getName().startsWith("java.util.concurrent.");
    }

    static boolean isReentrantLock(@Nullable Object blocker) {
        return blocker != null && blocker.getClass().getName().startsWith("java.util.concurrent.locks.ReentrantLock$");
    }

    static boolean isReadWriteLock(@Nullable Object blocker) {
        return blocker != null
                && blocker.getClass().getName().startsWith("java.util.concurrent.locks.ReentrantReadWriteLock$");
    }

    static boolean isSemaphore(@Nullable Object blocker) {
        return blocker != null && blocker.getClass().getName().startsWith(Semaphore.class.getName() + "$");
    }

    /** Permits of a semaphore that nobody has; may be negative. */
    int permits(Object semaphore) {
        return (int) state(semaphore);
    }

    /** How often a read-write lock is taken for reading now; its upper half tells, of an int before JDK 25. */
    int readers(Object readWriteLock) {
        long now = state(readWriteLock);
        return now < 0 ? 0 : (int) (readWriteLock instanceof AbstractQueuedSynchronizer ? now >>> 16 : now >>> 32);
    }

    /** Negative where it does not tell. */
    private long state(Object synchronizer) {
        return synchronizer instanceof AbstractQueuedSynchronizer
                ? Integer.toUnsignedLong((int) state.getVolatile(synchronizer))
                : synchronizer instanceof AbstractQueuedLongSynchronizer
                        ? (long) longState.getVolatile(synchronizer)
                        : -1;
    }
}
