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
    UNKNOWN;

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
