package io.vtmonitor.scheduler;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/** What a lock of {@code java.util.concurrent} tells of who has it and who is next. */
final class Locks {
    private final VarHandle exclusiveOwner;

    /** @throws ReflectiveOperationException where this JDK looks different inside */
    Locks(JdkInternals internals) throws ReflectiveOperationException {
        exclusiveOwner = internals
                .in(AbstractOwnableSynchronizer.class)
                .findVarHandle(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread", Thread.class);
    }

    /** Null where nobody owns it alone, or the object is no lock that tells. */
    @Nullable
    Thread owner(Object blocker) {
        return blocker instanceof AbstractOwnableSynchronizer lock ? (Thread) exclusiveOwner.get(lock) : null;
    }

    /** The thread at the head of its queue, null where there is none or the object is no lock that tells. */
    @Nullable
    Thread next(Object blocker) {
        return blocker instanceof AbstractQueuedSynchronizer lock ? lock.getFirstQueuedThread() : null;
    }
}
