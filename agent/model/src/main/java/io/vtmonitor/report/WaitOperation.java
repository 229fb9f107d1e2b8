package io.vtmonitor.report;

import java.util.Locale;

/** What a virtual thread waits for, whether it holds its carrier meanwhile or not. */
public enum WaitOperation {
    LOCK,
    MONITOR_ENTER,
    SEMAPHORE,
    POOL,
    CONDITION,
    QUEUE,
    LATCH,
    FUTURE,
    JOIN,
    SUBTASKS,
    OBJECT_WAIT,
    CLASS_INIT_WAIT,
    SLEEP,
    SOCKET_READ,
    SOCKET_WRITE,
    SOCKET_CONNECT,
    SOCKET_ACCEPT,
    PARK,
    READY,
    RUNNING,
    ENDED,
    UNKNOWN;

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
