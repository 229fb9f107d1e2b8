package io.vtmonitor.waits.census;

import io.vtmonitor.scheduler.JdkInternals;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/** What synchronizers of {@code java.util.concurrent} tell: who owns one, whether it is free, who is next. */
final class OwnedLocks {
    private final VarHandle exclusiveOwner;
    private final VarHandle state;

    /** @throws ReflectiveOperationException where this JDK looks different inside */
    OwnedLocks(JdkInternals internals) throws ReflectiveOperationException {
        exclusiveOwner = internals
                .in(AbstractOwnableSynchronizer.class)
                .findVarHandle(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread", Thread.class);
        state = internals
                .in(AbstractQueuedSynchronizer.class)
                .findVarHandle(AbstractQueuedSynchronizer.class, "state", int.class);
    }

    /** Null where nobody owns it alone, or the object is no lock that tells. */
    @Nullable
    Thread owner(@Nullable Object blocker) {
        return blocker instanceof AbstractOwnableSynchronizer lock ? (Thread) exclusiveOwner.get(lock) : null;
    }

    /** The thread at the head of its queue, null where there is none or the object does not tell. */
    @Nullable
    Thread next(@Nullable Object blocker) {
        return blocker instanceof AbstractQueuedSynchronizer lock ? lock.getFirstQueuedThread() : null;
    }

    /** Whether a {@code ReentrantLock} or a read-write lock is free: nobody owns it, nobody reads. */
    boolean isFree(Object blocker) {
        return (isReentrantLock(blocker) || isReadWriteLock(blocker)) && state(blocker) == 0;
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

    /** Threads that read under a read-write lock now. */
    int readers(Object readWriteLock) {
        return state(readWriteLock) >>> 16;
    }

    private int state(Object synchronizer) {
        return synchronizer instanceof AbstractQueuedSynchronizer ? (int) state.getVolatile(synchronizer) : -1;
    }
}
