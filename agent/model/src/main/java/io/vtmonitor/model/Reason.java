package io.vtmonitor.model;

import java.util.Locale;

/** Why the carrier was kept. */
public enum Reason {
    MONITOR,
    MONITOR_ENTER,
    OBJECT_WAIT,
    NATIVE,
    CLASS_INIT,
    CLASS_INIT_WAIT,
    CLASS_LOAD,
    CRITICAL_SECTION,
    /**
     * A frame of the JVM itself: it keeps a thread that calls {@code Object.wait} with a timeout on a monitor which
     * others enter at the same time (seen on JDK 25 to 27).
     */
    TIMED_WAIT,
    UNKNOWN;

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
