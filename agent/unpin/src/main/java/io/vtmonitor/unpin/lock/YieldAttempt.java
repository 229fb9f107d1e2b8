package io.vtmonitor.unpin.lock;

/** Tries whether the current virtual thread can leave its carrier. */
interface YieldAttempt {
    /**
     * Whether it left it and came back, perhaps to another one; false says that it is pinned, and nothing has changed.
     */
    boolean yielded();
}
