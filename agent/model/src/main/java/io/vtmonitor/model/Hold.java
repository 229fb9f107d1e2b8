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

    /** Whether it is by a monitor: from JDK 24 on, such a frame lets the thread unmount (JEP 491). */
    public boolean isMonitor() {
        return this == MONITOR || this == MONITOR_ENTER || this == OBJECT_WAIT;
    }

    /** The reason of a pin whose culprit holds so. */
    public Reason reason() {
        return switch (this) {
            case MONITOR -> Reason.MONITOR;
            case MONITOR_ENTER -> Reason.MONITOR_ENTER;
            case OBJECT_WAIT -> Reason.OBJECT_WAIT;
            case NATIVE, UPCALL -> Reason.NATIVE;
            case CLASS_INIT -> Reason.CLASS_INIT;
            case CLASS_INIT_WAIT -> Reason.CLASS_INIT_WAIT;
            case CLASS_LOAD -> Reason.CLASS_LOAD;
            case CRITICAL_SECTION -> Reason.CRITICAL_SECTION;
            case UNKNOWN -> Reason.UNKNOWN;
        };
    }

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
