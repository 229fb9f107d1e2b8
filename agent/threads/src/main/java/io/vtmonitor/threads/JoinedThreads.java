package io.vtmonitor.threads;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the virtual thread that a thread joins by parking for a latch, as it does up to JDK 26. The threads are read
 * when a thread is first parked for a latch, because there may be very many. It serves one look, so do not keep it.
 */
public final class JoinedThreads {
    private final JdkThreads jdk;
    private final Supplier<List<Thread>> candidates;
    private @Nullable IdentityHashMap<Object, Thread> ends;

    /** @param candidates gives the threads that others may join */
    public JoinedThreads(JdkThreads jdk, Supplier<List<Thread>> candidates) {
        this.jdk = jdk;
        this.candidates = candidates;
    }

    /** The virtual thread that threads join by parking for an object; null if the object is something else. */
    public @Nullable Thread of(Object blocker) {
        if (!Synchronizers.isLatch(blocker)) {
            return null;
        }
        IdentityHashMap<Object, Thread> all = ends;
        if (all == null) {
            all = new IdentityHashMap<>();
            for (Thread thread : candidates.get()) {
                Object end = jdk.end(thread);
                if (end != null) {
                    all.put(end, thread);
                }
            }
            ends = all;
        }
        return all.get(blocker);
    }
}
