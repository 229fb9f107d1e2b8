package io.vtmonitor.unpin.lock;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A thread in {@code wait}, a link of its lock's queue, which the lock guards. It is notified, or stops to wait by
 * itself: whichever comes first, by one compare-and-set. So no notification goes to a thread whose time is over, or
 * that was interrupted, while it waits for the lock to come back.
 */
final class Waiter extends AtomicInteger {
    private static final long serialVersionUID = 1L;
    private static final int WAITING = 0;
    private static final int NOTIFIED = 1;
    private static final int STOPPED = 2;

    final transient Thread thread;

    /** It owns the object's monitor, too, and waits in it. */
    final transient boolean inMonitor;

    transient @Nullable Waiter next;

    Waiter(Thread thread, boolean inMonitor) {
        super(WAITING);
        this.thread = thread;
        this.inMonitor = inMonitor;
    }

    /**
     * Notifies it, if it waits.
     *
     * @return whether it did, so that the notification is its own
     */
    boolean take() {
        return compareAndSet(WAITING, NOTIFIED);
    }

    /** It waits no more; called by its thread. A notification that came before is its own all the same. */
    void stop() {
        compareAndSet(WAITING, STOPPED);
    }

    boolean isNotified() {
        return get() == NOTIFIED;
    }
}
