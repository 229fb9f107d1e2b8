package io.vtmonitor.unpin.lock;

import org.jspecify.annotations.Nullable;

/**
 * A thread that is inside by an object's monitor, while the object's lock is not in use. Only this thread changes the
 * number.
 */
final class MonitorOnlyOwner {
    /** Null for what stands for nobody. */
    @Nullable
    final Thread thread;

    /** Regions it is in. */
    int regions;

    MonitorOnlyOwner(@Nullable Thread thread) {
        this.thread = thread;
    }
}
