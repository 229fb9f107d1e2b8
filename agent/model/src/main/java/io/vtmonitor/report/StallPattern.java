package io.vtmonitor.report;

import java.util.Locale;

/** Why no virtual thread makes progress. */
public enum StallPattern {
    /** Carriers are held by threads that wait for each other: no number of carriers helps. */
    DEADLOCK,
    /**
     * Carriers are held by threads that wait for a lock whose owner, or next owner, is a virtual thread without a
     * carrier: a deadlock.
     */
    LOCK_WITHOUT_CARRIER,
    /** Carriers are held by threads that wait for a class whose initializer does not end. */
    CLASS_INITIALIZER,
    /** Every carrier is held by a blocked thread. */
    PINS,
    /** Every carrier computes and never gives way. */
    CPU,
    /** Every carrier is in a native call: file I/O, a name look-up, a library. */
    NATIVE_CALLS,
    /** Several of these at once, or what holds the carriers can't be seen. */
    UNKNOWN;

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
