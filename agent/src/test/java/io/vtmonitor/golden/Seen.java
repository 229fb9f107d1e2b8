package io.vtmonitor.golden;

import io.vtmonitor.model.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * An event of a virtual thread that took long, read with the JDK's reader and nothing of ours.
 *
 * @param event its name
 * @param monitorClass for monitor events
 * @param frames topmost first
 * @param duration how long
 */
record Seen(String event, @Nullable String monitorClass, List<Frame> frames, Duration duration) {
    /** Starting up takes a while, too. */
    private static final Duration LONG = Duration.ofMillis(50);

    static List<Seen> in(Path recording) throws IOException {
        List<Seen> all = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.getThread() != null
                    && event.getThread().isVirtual()
                    && event.getStackTrace() != null
                    && event.getDuration().compareTo(LONG) >= 0) {
                RecordedClass monitor = event.hasField("monitorClass") ? event.getClass("monitorClass") : null;
                all.add(new Seen(
                        event.getEventType().getName(),
                        monitor == null ? null : monitor.getName(),
                        frames(event.getStackTrace().getFrames()),
                        event.getDuration()));
            }
        }
        return all;
    }

    private static List<Frame> frames(List<RecordedFrame> recorded) {
        return recorded.stream()
                .filter(RecordedFrame::isJavaFrame)
                .map(Seen::frame)
                .toList();
    }

    private static Frame frame(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return new Frame(
                method.getType().getName().replaceFirst("[+/.]0x[0-9a-f.]+$", ""),
                method.getName(),
                method.getDescriptor(),
                frame.getBytecodeIndex(),
                Math.max(0, frame.getLineNumber()),
                method.getModifiers());
    }

    /** What the JDK's trace marks in this stack: the most of the marks of a traced stack that are all in it. */
    List<String> marks(List<String> trace) {
        List<List<String>> stacks = new ArrayList<>();
        for (String line : trace) {
            if (line.startsWith("Thread[#") || line.startsWith("VirtualThread[#")) {
                stacks.add(new ArrayList<>());
            } else if (!stacks.isEmpty() && line.startsWith("    ")) {
                stacks.get(stacks.size() - 1).add(line.strip().replaceFirst("^[\\w.-]*(@[\\w.-]+)?/+", ""));
            }
        }
        return stacks.stream()
                .filter(stack -> !stack.isEmpty() && stack.stream().allMatch(this::contains))
                .max(Comparator.comparing(List::size))
                .orElse(List.of());
    }

    private boolean contains(String mark) {
        String method = mark.substring(0, Math.max(0, mark.indexOf('(')));
        return Stream.of(method)
                .anyMatch(
                        m -> frames.stream().anyMatch(f -> f.method().toString().equals(m)));
    }
}
