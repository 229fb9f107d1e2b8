package io.vtmonitor.unpin.lock;

/** A thread that is inside by an object's monitor, whose lock is not in use; it alone changes the number. */
final class MonitorOnlyOwner {
    final Thread thread;

    /** Regions it is in. */
    int regions;

    MonitorOnlyOwner(Thread thread) {
        this.thread = thread;
    }
}
