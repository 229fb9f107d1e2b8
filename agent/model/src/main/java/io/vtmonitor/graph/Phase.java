package io.vtmonitor.graph;

/** The phase of a virtual thread, from the state that the JDK keeps for it. */
public enum Phase {
    /** Not started, or ended: not counted. */
    GONE,
    /**
     * Ready to run without a carrier. So is a thread whose time limit has passed but that has not got a carrier to end
     * its wait.
     */
    READY,
    /** Has a carrier; it is not known what it does there. */
    MOUNTED,
    /** Parked without a time limit, pinned or not. */
    PARKED,
    /** Parked with a time limit, as in sleep. */
    TIMED_PARKED,
    /** Waits to enter a monitor and has left its carrier: JDK 24 and later. */
    BLOCKED,
    /** In {@code Object.wait}. On JDK 24 and later it has left its carrier, unless it is pinned. */
    WAITING;

    /** Whether a thread in this phase waits for something other than a carrier. */
    public boolean waits() {
        return this != GONE && this != READY && this != MOUNTED;
    }
}
