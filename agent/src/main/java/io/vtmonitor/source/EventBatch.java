package io.vtmonitor.source;

import io.vtmonitor.model.Stack;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events of a chunk in columns, without a name or a text: what they have in common is told once, in two tables. Made by
 * one thread, read by another when it is complete, then used again.
 */
final class EventBatch {
    /** No more than this are held at a time. */
    static final int MOST = 1 << 17;

    private static final int NO_THREAD = -1;

    int size;
    long[] startNanos = new long[1_024];
    long[] durationNanos = new long[1_024];
    int[] what = new int[1_024];
    int[] thread = new int[1_024];
    int[] owner = new int[1_024];

    @Nullable
    Occasion[] occasions = {};

    ThreadFacts[] threads = {};

    /**
     * What events have in common.
     *
     * @param kind which event
     * @param stack {@link ChunkConstants#NO_STACK} where there is none
     * @param operation JDK 24+: the event's {@code blockingOperation}
     * @param reason JDK 24+: the event's {@code pinnedReason}
     * @param monitorClass binary name
     */
    record Occasion(
            EventKind kind,
            Stack stack,
            @Nullable String operation,
            @Nullable String reason,
            @Nullable String monitorClass) {}

    /**
     * What a recording says of a thread.
     *
     * @param known false where it says nothing
     * @param virtual whether it is
     * @param id {@code Thread.threadId()}, 0 where unknown
     * @param name empty where it has none
     */
    record ThreadFacts(boolean known, boolean virtual, long id, String name) {
        static final ThreadFacts UNKNOWN = new ThreadFacts(false, false, 0, "");
    }

    boolean full() {
        return size == MOST;
    }

    void add(long start, long duration, int occasion, int threadNumber, int ownerNumber) {
        if (size == startNanos.length) {
            int more = 2 * size;
            startNanos = Arrays.copyOf(startNanos, more);
            durationNanos = Arrays.copyOf(durationNanos, more);
            what = Arrays.copyOf(what, more);
            thread = Arrays.copyOf(thread, more);
            owner = Arrays.copyOf(owner, more);
        }
        startNanos[size] = start;
        durationNanos[size] = duration;
        what[size] = occasion;
        thread[size] = threadNumber;
        owner[size++] = ownerNumber;
    }

    /** Moves an event to a place before it. */
    void copy(int from, int to) {
        startNanos[to] = startNanos[from];
        durationNanos[to] = durationNanos[from];
        what[to] = what[from];
        thread[to] = thread[from];
        owner[to] = owner[from];
    }

    ThreadFacts threadOf(int event) {
        return threads[thread[event]];
    }

    /** The thread that owned the monitor before; null where the event names none. */
    @Nullable
    ThreadFacts ownerOf(int event) {
        return owner[event] == NO_THREAD ? null : threads[owner[event]];
    }

    void clear() {
        size = 0;
        occasions = new Occasion[0];
        threads = new ThreadFacts[0];
    }
}
