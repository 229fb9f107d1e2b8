package io.vtmonitor.jfr.batch;

import io.vtmonitor.jfr.EventColumns;
import io.vtmonitor.jfr.EventKind;
import io.vtmonitor.model.Stack;
import org.jspecify.annotations.Nullable;

/**
 * Events of a chunk in columns, without a name or a text: what they have in common is kept once, in two tables. Made by
 * one thread, read by another when it is complete, then used again.
 */
public final class EventBatch {
    /** No more than this are held at a time. */
    static final int MOST = 1 << 15;

    /** A number of an occasion and of a thread for each event. The threads are known, no blocking is yet. */
    final EventColumns events = new EventColumns();

    @Nullable
    Occasion[] occasions = {};

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

    public void clear() {
        events.clear();
        occasions = new Occasion[0];
    }
}
