package io.vtmonitor.graph;

/** Where a thread is. */
public enum ThreadPhase {
    /** Has a processor, or wants one: a platform thread, or a virtual one on its carrier. */
    RUNNING,
    /** A virtual thread that could run and has no carrier. */
    READY,
    /** Waits for something without a time limit. */
    WAITING,
    /** Waits for something or for a time, whichever comes first. */
    TIMED_WAITING,
    /** Has ended. */
    ENDED
}
