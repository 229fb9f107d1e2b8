package io.vtmonitor.jfr;

import java.util.ArrayList;
import java.util.List;

/** The events that a report is made of. */
public enum EventKind {
    PINNED("jdk.VirtualThreadPinned"),
    MONITOR_ENTER("jdk.JavaMonitorEnter"),
    MONITOR_WAIT("jdk.JavaMonitorWait"),
    FILE_READ("jdk.FileRead"),
    FILE_WRITE("jdk.FileWrite"),
    FILE_FORCE("jdk.FileForce"),
    DATA_LOSS("jdk.DataLoss"),
    SETTING("jdk.ActiveSetting"),
    CLOCK("jdk.CPUTimeStampCounter");

    private final String eventName;

    EventKind(String eventName) {
        this.eventName = eventName;
    }

    /** The event's name in JFR's metadata. */
    public String eventName() {
        return eventName;
    }

    /** Whether it is one of the two events about monitors. */
    public boolean tellsOfMonitor() {
        return this == MONITOR_ENTER || this == MONITOR_WAIT;
    }

    /** Whether it can be a pin, on some JDK. */
    public boolean makesPins() {
        return this == PINNED || tellsOfMonitor();
    }

    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (EventKind kind : values()) {
            names.add(kind.eventName);
        }
        return names;
    }

    public static EventKind named(String name) {
        for (EventKind kind : values()) {
            if (kind.eventName.equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(name);
    }
}
