package io.vtmonitor.applications;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * An event of a recording that may be a pin.
 *
 * @param event its type
 * @param reason why the JVM says the thread was pinned, null on JDK 21
 * @param monitorClass what was waited for, null where the event has no such field
 * @param frames topmost first
 */
record Recorded(
        String event, @Nullable String reason, @Nullable String monitorClass, List<Frame> frames) {
    private static final int NATIVE = 0x100;
    private static final Set<String> PINS =
            Set.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait");

    /**
     * A frame as the JVM wrote it.
     *
     * @param bytecodeIndex index of the instruction
     * @param line 0 or less where there is none
     */
    record Frame(String className, String methodName, String descriptor, int bytecodeIndex, int line, int modifiers) {
        boolean isNative() {
            return (modifiers & NATIVE) != 0;
        }

        /** As reports print it: a class made at run time without its address. */
        String text() {
            String method = className.replaceFirst("[+./]0x.*", "") + "." + methodName;
            return line > 0 ? method + ":" + line : method;
        }
    }

    /** The different ones of virtual threads in a file, by the text of their stacks. */
    static Map<List<String>, List<Recorded>> read(Path file) throws IOException {
        Map<List<String>, List<Recorded>> all = new HashMap<>();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (PINS.contains(event.getEventType().getName())
                        && event.getStackTrace() != null
                        && event.getThread() != null
                        && event.getThread().isVirtual()) {
                    Recorded one = of(event);
                    List<Recorded> same = all.computeIfAbsent(
                            one.frames().stream().map(Frame::text).toList(), any -> new ArrayList<>());
                    if (!same.contains(one)) {
                        same.add(one);
                    }
                }
            }
        }
        return all;
    }

    private static Recorded of(RecordedEvent event) {
        RecordedClass monitor = event.hasField("monitorClass") ? event.getClass("monitorClass") : null;
        return new Recorded(
                event.getEventType().getName(),
                event.hasField("pinnedReason") ? event.getString("pinnedReason") : null,
                monitor == null ? null : monitor.getName(),
                event.getStackTrace().getFrames().stream().map(Recorded::frame).toList());
    }

    private static Frame frame(RecordedFrame frame) {
        return new Frame(
                frame.getMethod().getType().getName(),
                frame.getMethod().getName(),
                frame.getMethod().getDescriptor(),
                frame.getBytecodeIndex(),
                frame.getLineNumber(),
                frame.getMethod().getModifiers());
    }
}
