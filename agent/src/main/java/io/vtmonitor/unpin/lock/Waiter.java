package io.vtmonitor.unpin.lock;

import org.jspecify.annotations.Nullable;

/** A thread in {@code wait}, a link of its lock's queue; all but the flag is guarded by the lock. */
final class Waiter {
    final Thread thread;

    /** It owns the object's monitor, too, and waits in it. */
    final boolean inMonitor;

    @Nullable
    Waiter next;

    volatile boolean notified;

    Waiter(Thread thread, boolean inMonitor) {
        this.thread = thread;
        this.inMonitor = inMonitor;
    }
}
