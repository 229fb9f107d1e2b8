package io.vtmonitor.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Counts the pins above {@link Watched}'s thresholds in a recording with the JDK's reader and nothing of ours, so that
 * a report is not judged by the code that wrote it.
 */
public final class RawPins {
    private static final Set<String> MONITOR_EVENTS = Set.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait");

    private RawPins() {}

    public static long count(Path recording, int jdk) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> isPin(event, jdk < 24))
                .count();
    }

    private static boolean isPin(RecordedEvent event, boolean monitorsPin) {
        if (event.getThread() == null || !event.getThread().isVirtual()) {
            return false;
        }
        String name = event.getEventType().getName();
        long millis = event.getDuration().toMillis();
        return name.equals("jdk.VirtualThreadPinned") && millis >= 10
                || monitorsPin && MONITOR_EVENTS.contains(name) && millis >= 20;
    }
}
