package io.vtmonitor.scheduler;

import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether what a thread is parked for is the end of another: on JDK 21 to 25 who joins a virtual thread waits for a
 * latch of that thread's.
 */
final class Joined implements BiPredicate<Thread, @Nullable Object> {
    private final Class<?> virtualThread;
    private final VarHandle termination;
    private final VarHandle sync;

    private Joined(JdkInternals internals) throws ReflectiveOperationException {
        virtualThread = JdkInternals.named("java.lang.VirtualThread");
        termination = internals.in(virtualThread).findVarHandle(virtualThread, "termination", CountDownLatch.class);
        sync = internals
                .in(CountDownLatch.class)
                .findVarHandle(
                        CountDownLatch.class, "sync", JdkInternals.named("java.util.concurrent.CountDownLatch$Sync"));
    }

    /** One that answers no where this JDK does not tell. */
    static BiPredicate<Thread, @Nullable Object> of(JdkInternals internals) {
        try {
            return new Joined(internals);
        } catch (ReflectiveOperationException | RuntimeException ignored) {
            return (thread, blocker) -> false;
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // it is that latch or it is not
    public boolean test(Thread thread, @Nullable Object blocker) {
        if (blocker == null || !virtualThread.isInstance(thread)) {
            return false;
        }
        Object latch = termination.get(thread);
        return latch != null && sync.get(latch) == blocker;
    }
}
