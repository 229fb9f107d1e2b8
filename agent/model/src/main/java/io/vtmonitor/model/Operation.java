package io.vtmonitor.model;

import java.util.Locale;

/** What a pinned virtual thread waited for, from the event and its top frames. */
public enum Operation {
    PARK,
    SLEEP,
    LOCK,
    SOCKET_READ,
    SOCKET_WRITE,
    SOCKET_CONNECT,
    SOCKET_ACCEPT,
    MONITOR_ENTER,
    OBJECT_WAIT,
    CLASS_INIT_WAIT,
    UNKNOWN;

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
