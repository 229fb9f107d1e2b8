package io.vtmonitor.model;

import java.util.Locale;

/** How a frame keeps the carrier. */
public enum Hold {
    MONITOR,
    MONITOR_ENTER,
    OBJECT_WAIT,
    NATIVE,
    UPCALL,
    CLASS_INIT,
    CLASS_INIT_WAIT,
    CLASS_LOAD,
    CRITICAL_SECTION,
    UNKNOWN;

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
