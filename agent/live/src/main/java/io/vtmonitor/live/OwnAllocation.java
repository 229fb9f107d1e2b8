package io.vtmonitor.live;

import io.vtmonitor.common.OwnThreads;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that our own threads have allocated on the heap, from events that Flight Recorder periodically writes for each
 * thread. {@code java.lang.management} is not used, because it would load classes that the application may never need.
 * Allocations since the last event of a thread are missing, and so are threads that started and ended between two
 * events. One thread delivers the events; any thread may call {@link #bytes}.
 */
final class OwnAllocation {
    private static final String EVENT = "jdk.ThreadAllocationStatistics";
    private static final String PERIOD = "15 s";

    /**
     * Far more than exist at a time: the allocations of a thread that is dropped while it is alive would be counted
     * twice.
     */
    private static final int MOST_THREADS = 256;

    private final Map<Long, Long> byThread = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
            return size() > MOST_THREADS;
        }
    };

    private final AtomicLong bytes = new AtomicLong();

    static void enable(Recording recording) {
        recording.enable(EVENT).with("period", PERIOD);
    }

    void of(EventStream stream) {
        stream.onEvent(EVENT, this::event);
    }

    private void event(RecordedEvent event) {
        RecordedThread thread = event.getThread("thread");
        if (thread != null) {
            add(thread.getJavaName(), thread.getJavaThreadId(), event.getLong("allocated"));
        }
    }

    /**
     * Sets the bytes that a thread has allocated since its start. A smaller number than before is ignored: a stream
     * that was opened again delivers events a second time.
     */
    void add(@Nullable String name, long thread, long allocated) {
        if (!OwnThreads.isOwn(name)) {
            return;
        }
        long known = byThread.getOrDefault(thread, 0L);
        if (allocated > known) {
            byThread.put(thread, allocated);
            bytes.addAndGet(allocated - known);
        }
    }

    /** Of all our threads, including those that have ended. */
    long bytes() {
        return bytes.get();
    }
}
