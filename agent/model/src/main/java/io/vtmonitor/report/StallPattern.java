package io.vtmonitor.report;

import java.util.Locale;

/** Why no virtual thread makes progress. */
public enum StallPattern {
    /** Threads that wait for each other hold the carriers. More carriers would not help. */
    DEADLOCK,
    /**
     * Threads that wait for a lock hold the carriers, and its owner, or the next one, is a virtual thread without a
     * carrier: a deadlock, unless some of these waits end by themselves.
     */
    LOCK_WITHOUT_CARRIER,
    /** Threads that wait for a class hold the carriers, and its initializer does not end. */
    CLASS_INITIALIZER,
    /** A blocked thread holds each carrier. */
    PINS,
    /** The threads on the carriers compute and never yield. */
    CPU,
    /** The threads on the carriers are in native calls: file I/O, a name lookup, a library. */
    NATIVE_CALLS,
    /** Several of these at once, or what holds the carriers can't be seen. */
    UNKNOWN;

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
