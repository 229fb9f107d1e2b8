package io.vtmonitor.pins;

import io.vtmonitor.jfr.EventKind;
import java.util.List;

/** The JDK's events that an analysis is made of: recorded by a live watch and by the settings file alike. */
final class AnalysisEvents {
    static final String PINNED = EventKind.PINNED.eventName();

    /** Before JDK 24 these are pins; from 24 on they tell whose monitor a pinned event is about. */
    static final List<String> MONITORS =
            List.of(EventKind.MONITOR_ENTER.eventName(), EventKind.MONITOR_WAIT.eventName());

    /** I/O that keeps carriers busy. JDK 24 and later throttle these unless a setting says otherwise. */
    static final List<String> FILES = List.of(
            EventKind.FILE_READ.eventName(), EventKind.FILE_WRITE.eventName(), EventKind.FILE_FORCE.eventName());

    /** What shows that something is missing: no stack, no threshold. */
    static final List<String> LOSSES = List.of("jdk.VirtualThreadSubmitFailed", EventKind.DATA_LOSS.eventName());

    private AnalysisEvents() {}
}
