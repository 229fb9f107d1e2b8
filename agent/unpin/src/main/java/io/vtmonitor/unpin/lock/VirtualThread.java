package io.vtmonitor.unpin.lock;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** In {@code java.base} it becomes {@code java.lang.VirtualThread}. Elsewhere no thread is one. */
class VirtualThread {
    /** Not final: the JDK's own number is meant, which differs between its updates. */
    @SuppressWarnings("NonFinalStaticField")
    static int YIELDING;

    @SuppressWarnings("NonFinalStaticField")
    static int RUNNING;

    @SuppressWarnings("NonFinalStaticField")
    static @Nullable ForkJoinPool DEFAULT_SCHEDULER;

    @Nullable
    Executor scheduler;

    volatile @Nullable Thread carrierThread;

    VirtualThread() {}

    void setState(int state) {
        // the JDK's does
    }

    void runContinuation() {
        // the JDK's does
    }

    boolean yieldContinuation() {
        return true;
    }
}
