package io.vtmonitor.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** When which virtual thread blocked on its carrier, without why: enough to tell whose it is. */
final class RecordedBlocks {
    private RecordedBlocks() {}

    /**
     * One event.
     *
     * @param begin when it began
     * @param length how long it lasted
     * @param thread the virtual thread's number
     */
    record Block(Instant begin, Duration length, long thread) {
        /** Whether it began before, and ended after. */
        boolean lastsAt(Instant instant) {
            return begin.isBefore(instant) && begin.plus(length).isAfter(instant);
        }
    }

    static List<Block> of(Path recording) throws IOException {
        boolean monitorsPin = Runtime.version().feature() < 24;
        List<Block> blocks = new ArrayList<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                String type = event.getEventType().getName();
                boolean pins = type.equals("jdk.VirtualThreadPinned")
                        || (monitorsPin && (type.equals("jdk.JavaMonitorEnter") || type.equals("jdk.JavaMonitorWait")));
                RecordedThread thread = pins ? event.getThread() : null;
                if (thread != null && thread.hasField("virtual") && thread.getBoolean("virtual")) {
                    blocks.add(new Block(event.getStartTime(), event.getDuration(), thread.getJavaThreadId()));
                }
            }
        }
        return blocks;
    }
}
