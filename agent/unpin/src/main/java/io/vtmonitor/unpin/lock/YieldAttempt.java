package io.vtmonitor.unpin.lock;

/** What only a nestmate of the JDK's virtual threads may do. */
interface YieldAttempt {
    /**
     * Whether it left it and came back, perhaps to another one; false says that it is pinned, and nothing has changed.
     */
    boolean yielded();

    /** Whether that virtual thread has no carrier, and the JDK's own scheduler. */
    boolean isUnmounted(Thread virtual);

    /** Makes the current platform thread its carrier until it unmounts; does nothing if it can't run now. */
    void run(Thread virtual);

    /** How many carriers of the JDK's scheduler are not blocked; -1 where nothing is queued for one. */
    int runningIfQueued();

    /** How many carriers the JDK's scheduler has where none is blocked. */
    int carriers();
}
