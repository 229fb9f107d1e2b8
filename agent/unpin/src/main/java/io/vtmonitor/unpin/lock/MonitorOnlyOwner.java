package io.vtmonitor.unpin.lock;

/**
 * A thread that is inside by an object's monitor, while the object's lock is not in use. Only this thread changes the
 * number.
 */
final class MonitorOnlyOwner {
    final Thread thread;

    /** Regions it is in. */
    int regions;

    MonitorOnlyOwner(Thread thread) {
        this.thread = thread;
    }
}
