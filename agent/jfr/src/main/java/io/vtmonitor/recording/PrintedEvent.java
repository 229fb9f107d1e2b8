package io.vtmonitor.recording;

import io.vtmonitor.model.Frame;
import io.vtmonitor.pins.AgentInfoEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event as {@code jfr print} prints it.
 *
 * @param type such as {@code jdk.VirtualThreadPinned}
 * @param startNanos begin, nanoseconds since the epoch; negative if it was not understood
 * @param durationNanos length in nanoseconds; negative if there is none, or it was not understood
 * @param texts its other fields; those of a thread or a class as {@code eventThread.javaName}
 * @param frames topmost first; empty if it has no stack
 * @param rounded whether its begin and its length are rounded
 */
record PrintedEvent(
        String type,
        long startNanos,
        long durationNanos,
        Map<String, String> texts,
        List<Frame> frames,
        boolean rounded) {
    static final String PINNED = "jdk.VirtualThreadPinned";
    static final String MONITOR_ENTER = "jdk.JavaMonitorEnter";
    static final String MONITOR_WAIT = "jdk.JavaMonitorWait";

    /** The events about pins. */
    private static final Set<String> OF_PINS = Set.of(PINNED, MONITOR_ENTER, MONITOR_WAIT);

    /** The events about the JVM. */
    private static final Set<String> FACTS =
            Set.of("jdk.JVMInformation", "jdk.CPUInformation", "jdk.InitialSystemProperty", AgentInfoEvent.NAME);

    /** No stack is deeper, and no event has more fields. */
    static final int MOST_FRAMES = 2_048;

    static final int MOST_FIELDS = 64;

    /** Ten years in nanoseconds: as in a recording, what is longer is no length. */
    static final long LONGEST = 10L * 365 * 24 * 3_600 * 1_000_000_000;

    static boolean tellsOfPins(String type) {
        return OF_PINS.contains(type);
    }

    /** Whether its fields are of use here. */
    static boolean isRead(String type) {
        return tellsOfPins(type) || FACTS.contains(type);
    }

    boolean isPinned() {
        return type.equals(PINNED);
    }

    /** Whether its thread is known to be virtual. */
    boolean isVirtual() {
        return "true".equals(texts.get("eventThread.virtual"));
    }

    @Nullable
    String text(String field) {
        return texts.get(field);
    }

    /** Zero where it has no such number. */
    long number(String field) {
        try {
            return Long.parseLong(texts.getOrDefault(field, "0"));
        } catch (NumberFormatException ignored) {
            return 0;
        }
    }

    /** Takes the events of a file, in the order of the file. */
    @FunctionalInterface
    interface Sink {
        void accept(PrintedEvent event);
    }
}
