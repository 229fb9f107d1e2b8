package io.vtmonitor.pins;

import java.time.Instant;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** What is read alike from every kind of event: times, and whether the thread is virtual. */
public final class RecordedEvents {
    /** The class at the bottom of a mounted virtual thread's stack. */
    public static final String CONTINUATION = "jdk.internal.vm.Continuation";

    private RecordedEvents() {}

    /**
     * Whether the event is a virtual thread's. The stream of JDK 21 delivers most events of virtual threads before the
     * JVM has written who they are; platform threads are always known. {@code RecordedThread.isVirtual} came with 21,
     * but the field is in the recording whatever Java reads it.
     */
    static boolean isVirtual(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        if (thread != null) {
            return thread.hasField("virtual") && thread.getBoolean("virtual");
        }
        RecordedStackTrace trace = event.getStackTrace();
        if (trace == null || trace.isTruncated()) {
            return trace != null;
        }
        List<RecordedFrame> frames = trace.getFrames();
        return !frames.isEmpty()
                && frames.get(frames.size() - 1).getMethod().getType().getName().equals(CONTINUATION);
    }

    public static long startNanos(RecordedEvent event) {
        Instant start = event.getStartTime();
        return start.getEpochSecond() * 1_000_000_000L + start.getNano();
    }

    public static long durationNanos(RecordedEvent event) {
        return Math.max(0, event.getDuration().toNanos());
    }
}
