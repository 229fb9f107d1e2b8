package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What parked threads wait for. A thread that awaited a condition and was signalled waits for the condition's lock: it
 * stays parked until its turn in the queue of that comes, and still names the condition as its blocker.
 */
@SuppressWarnings("ReferenceEquality") // what is waited for is told apart by identity
final class Blockers {
    private final VarHandle lock;
    private final VarHandle longLock;

    /** @throws ReflectiveOperationException where this JDK looks different inside */
    Blockers(JdkInternals internals) throws ReflectiveOperationException {
        lock = internals
                .in(AbstractQueuedSynchronizer.ConditionObject.class)
                .findVarHandle(
                        AbstractQueuedSynchronizer.ConditionObject.class, "this$0", AbstractQueuedSynchronizer.class);
        longLock = internals
                .in(AbstractQueuedLongSynchronizer.ConditionObject.class)
                .findVarHandle(
                        AbstractQueuedLongSynchronizer.ConditionObject.class,
                        "this$0",
                        AbstractQueuedLongSynchronizer.class);
    }

    /** What a thread waits for; null where it names nothing. Walks the queue of a condition's lock. */
    @Nullable
    Object of(Thread thread) {
        Object named = LockSupport.getBlocker(thread);
        Object lockOfIt = lockOf(named);
        boolean queued = lockOfIt instanceof AbstractQueuedSynchronizer one
                ? one.isQueued(thread)
                : lockOfIt instanceof AbstractQueuedLongSynchronizer other && other.isQueued(thread);
        return queued ? lockOfIt : named;
    }

    /**
     * The same for many threads: each queue is walked once.
     *
     * @param queues the threads in the queues that have been walked, by the lock
     */
    @Nullable
    Object of(Thread thread, IdentityHashMap<Object, Set<Thread>> queues) {
        Object named = LockSupport.getBlocker(thread);
        Object lockOfIt = lockOf(named);
        if (lockOfIt == null || !hasQueue(lockOfIt)) {
            return named;
        }
        return queues.computeIfAbsent(lockOfIt, Blockers::queue).contains(thread) ? lockOfIt : named;
    }

    /** Whether a thread names a condition of this: it may wait for a signal, or for this. */
    boolean namesConditionOf(Thread thread, Object blocker) {
        Object named = LockSupport.getBlocker(thread);
        return named != null && lockOf(named) == blocker;
    }

    private @Nullable Object lockOf(@Nullable Object named) {
        return named instanceof AbstractQueuedSynchronizer.ConditionObject
                ? lock.get(named)
                : named instanceof AbstractQueuedLongSynchronizer.ConditionObject ? longLock.get(named) : null;
    }

    private static boolean hasQueue(Object lock) {
        return lock instanceof AbstractQueuedSynchronizer one
                ? one.hasQueuedThreads()
                : lock instanceof AbstractQueuedLongSynchronizer other && other.hasQueuedThreads();
    }

    /** Those that wait for a lock that has conditions, signaled ones included. */
    static Set<Thread> queue(Object lock) {
        Set<Thread> threads = Collections.newSetFromMap(new IdentityHashMap<>());
        threads.addAll(
                lock instanceof AbstractQueuedSynchronizer one
                        ? one.getQueuedThreads()
                        : ((AbstractQueuedLongSynchronizer) lock).getQueuedThreads());
        return threads;
    }
}
