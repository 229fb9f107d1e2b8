package io.vtmonitor.model;

/** The JFR event that recorded a pin. The last two are pins on JDK 21 to 23 only, and only of virtual threads. */
public enum BlockingEvent {
    PINNED("jdk.VirtualThreadPinned"),
    MONITOR_ENTER("jdk.JavaMonitorEnter"),
    MONITOR_WAIT("jdk.JavaMonitorWait");

    private final String eventName;

    BlockingEvent(String eventName) {
        this.eventName = eventName;
    }

    /** The event's name in JFR's metadata. */
    public String eventName() {
        return eventName;
    }
}
