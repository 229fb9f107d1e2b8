package io.vtmonitor.graph;

/** Where a virtual thread is, as its scheduler sees it. */
public enum Phase {
    /** Not begun or over: not counted. */
    GONE,
    /** Could run and has no carrier, or its time limit is over and no carrier has ended the wait. */
    READY,
    /** Has a carrier; what it does there is not known. */
    MOUNTED,
    /** Parked without a time limit, pinned or not. */
    PARKED,
    /** Parked for a time, as sleepers are. */
    TIMED_PARKED,
    /** Waits to enter a monitor without its carrier: JDK 24 and later. */
    BLOCKED,
    /** In {@code Object.wait}: without its carrier from JDK 24 on, if it is not pinned. */
    WAITING;

    /** Whether a thread there waits for something else than a carrier. */
    public boolean waits() {
        return this != GONE && this != READY && this != MOUNTED;
    }
}
