package io.vtmonitor.scheduler;

import io.vtmonitor.common.ThreadText;
import org.jspecify.annotations.Nullable;

/**
 * A lock of {@code java.util.concurrent} that a held carrier's thread waits for.
 *
 * @param lock the lock
 * @param owner who owns it, null where nobody does or it does not tell
 * @param next who is at the head of its queue, null where nobody is
 */
record LockWait(
        Object lock, @Nullable Thread owner, @Nullable Thread next) {
    /** Whom all others wait for, null where nobody is seen. */
    @Nullable
    Thread first() {
        return owner != null ? owner : next;
    }

    /**
     * Others may be shared, or be waited for until somebody else opens them: there no owner does not mean that it is
     * free.
     */
    boolean isMutex() {
        return lock.getClass().getName().startsWith("java.util.concurrent.locks.ReentrantLock$");
    }

    /** A monitor that {@code unpin} made a lock: an owner that could run is run without a carrier, too. */
    boolean isOfUnpin() {
        return lock.getClass().getName().startsWith("java.lang.VtMonitor");
    }

    /** Class and identity; never the object's own {@code toString}, which is the application's code. */
    String text() {
        return text(lock);
    }

    static String text(Object blocker) {
        return ThreadText.type(blocker.getClass().getName()) + "@"
                + Integer.toHexString(System.identityHashCode(blocker));
    }
}
