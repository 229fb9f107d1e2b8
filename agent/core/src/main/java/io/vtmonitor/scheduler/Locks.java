package io.vtmonitor.scheduler;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/** What a lock of {@code java.util.concurrent} tells of who has it and who is next. */
final class Locks {
    private final VarHandle exclusiveOwner;
    private final @Nullable Ends ends;

    /** JDK 21 to 25: who joins a virtual thread waits for a latch of that thread's. */
    private record Ends(Class<?> virtualThread, VarHandle latch, VarHandle sync) {
        /** Null where this JDK does not tell. */
        @Nullable
        static Ends of(JdkInternals internals) {
            try {
                Class<?> type = JdkInternals.named("java.lang.VirtualThread");
                Class<?> sync = JdkInternals.named("java.util.concurrent.CountDownLatch$Sync");
                return new Ends(
                        type,
                        internals.in(type).findVarHandle(type, "termination", CountDownLatch.class),
                        internals.in(CountDownLatch.class).findVarHandle(CountDownLatch.class, "sync", sync));
            } catch (ReflectiveOperationException | RuntimeException ignored) {
                return null;
            }
        }
    }

    /** @throws ReflectiveOperationException where this JDK looks different inside */
    Locks(JdkInternals internals) throws ReflectiveOperationException {
        exclusiveOwner = internals
                .in(AbstractOwnableSynchronizer.class)
                .findVarHandle(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread", Thread.class);
        ends = Ends.of(internals);
    }

    /** Null where nobody owns it alone, or the object is no lock that tells. */
    @Nullable
    Thread owner(Object blocker) {
        return blocker instanceof AbstractOwnableSynchronizer lock ? (Thread) exclusiveOwner.get(lock) : null;
    }

    /** The thread at the head of its queue, null where there is none or the object is no lock that tells. */
    @Nullable
    Thread next(Object blocker) {
        return blocker instanceof AbstractQueuedSynchronizer lock
                ? lock.getFirstQueuedThread()
                : blocker instanceof AbstractQueuedLongSynchronizer lock ? lock.getFirstQueuedThread() : null;
    }

    /** Whether what a thread is parked for is the end of that one; false where the JDK does not tell. */
    @SuppressWarnings("ReferenceEquality") // it is that latch or it is not
    boolean isEndOf(Thread thread, @Nullable Object blocker) {
        Ends known = ends;
        if (known == null || blocker == null || !known.virtualThread().isInstance(thread)) {
            return false;
        }
        Object latch = known.latch().get(thread);
        return latch != null && known.sync().get(latch) == blocker;
    }
}
