package io.vtmonitor.waits.census;

import io.vtmonitor.scheduler.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Who owns the lock of {@code java.util.concurrent} that a thread waits for, platform or virtual. */
public final class LockOwners {
    private final OwnedLocks locks;

    private LockOwners(OwnedLocks locks) {
        this.locks = locks;
    }

    /**
     * Opens what the JDK keeps to itself, to us alone.
     *
     * @throws ReflectiveOperationException where this JDK looks different inside
     */
    public static LockOwners open(Instrumentation instrumentation) throws ReflectiveOperationException {
        return new LockOwners(new OwnedLocks(JdkInternals.open(instrumentation)));
    }

    /** Null where it waits for nothing that has an owner, or for a limited time. */
    public @Nullable Thread blocking(Thread thread) {
        return thread.getState() == Thread.State.WAITING ? locks.owner(LockSupport.getBlocker(thread)) : null;
    }
}
