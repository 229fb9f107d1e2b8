package io.vtmonitor.source;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinnedReason;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Turns the events of {@link BlockingEvent} into pins. The recorded stack object is the same for all events of a stack
 * within a chunk, so its frames are read once; equal stacks of different objects are then merged by content. Nothing of
 * {@code jdk.jfr} is kept but those stack objects, and they only up to a bound: events are reused by the stream.
 *
 * <p>Not thread-safe: one stream, one translator.
 */
final class PinTranslator {
    /** Recorded stacks remembered by identity; they keep their chunk's constants alive. */
    private static final int MAX_IDENTITIES = 2_048;

    private static final int MAX_INTERNED = 16_384;

    /** JDK 24+: a wait that unmounted leaves a monitor event of its last microseconds, which is no pin. */
    private static final long SHORTEST_MONITOR_WAIT = 1_000_000;

    private final boolean monitorsPin;
    private final boolean pinnedTellsAll;
    private final Consumer<? super Pin> next;
    private final MonitorPairs pairs;
    private final IdentityHashMap<RecordedStackTrace, Blocking> byIdentity = new IdentityHashMap<>();
    private final Map<Blocking, Blocking> byContent = new HashMap<>();

    /**
     * @param jvm whose events these are
     * @param next takes the pins
     */
    PinTranslator(WatchedJvm jvm, Consumer<? super Pin> next) {
        this.monitorsPin = jvm.monitorsPin();
        this.pinnedTellsAll = jvm.pinnedTellsAll();
        this.next = next;
        this.pairs = new MonitorPairs(this::join, next);
    }

    void pinned(RecordedEvent event) {
        String operation = text(event, "blockingOperation");
        String reason = text(event, "pinnedReason");
        BlockingEvent kind = kind(operation, reason);
        Pin pin = pin(kind, event, operation, reason, null);
        if (waitsForMonitor(operation)) {
            pairs.pinned(pin);
        } else {
            next.accept(pin);
        }
    }

    void monitorEnter(RecordedEvent event) {
        monitor(BlockingEvent.MONITOR_ENTER, event);
    }

    void monitorWait(RecordedEvent event) {
        monitor(BlockingEvent.MONITOR_WAIT, event);
    }

    /** What is held back goes on; see {@link MonitorPairs#flush}. */
    void flush() {
        pairs.flush();
    }

    private void monitor(BlockingEvent kind, RecordedEvent event) {
        if (!RecordedEvents.isVirtual(event)) {
            return;
        }
        var monitorClass = event.getClass("monitorClass");
        String className = monitorClass == null ? null : monitorClass.getName();
        if (!pinnedTellsAll) {
            next.accept(pin(kind, event, null, null, className));
        } else if (RecordedEvents.durationNanos(event) >= SHORTEST_MONITOR_WAIT) {
            pairs.monitor(pin(kind, event, null, null, className));
        }
    }

    /** Legacy locking on JDK 24 and 25 pins as JDK 23 did, but all of it is told by pinned events. */
    private static BlockingEvent kind(@Nullable String operation, @Nullable String reasonText) {
        PinnedReason reason = PinnedReason.parse(reasonText);
        if (operation == null || reason == null || reason.kind() != PinnedReason.Kind.UNSUPPORTED) {
            return BlockingEvent.PINNED;
        }
        if (operation.startsWith("Contended monitor enter")) {
            return BlockingEvent.MONITOR_ENTER;
        }
        return operation.startsWith("Object.wait") ? BlockingEvent.MONITOR_WAIT : BlockingEvent.PINNED;
    }

    /** A recording need not tell how its JVM was started; its pins do. */
    private static boolean saysThatMonitorsPin(@Nullable String reasonText) {
        PinnedReason reason = PinnedReason.parse(reasonText);
        return reason != null
                && (reason.kind() == PinnedReason.Kind.MONITOR || reason.kind() == PinnedReason.Kind.UNSUPPORTED);
    }

    private static boolean waitsForMonitor(@Nullable String operation) {
        return operation != null
                && (operation.startsWith("Contended monitor enter") || operation.startsWith("Object.wait"));
    }

    private Pin join(Pin pinned, Pin monitor) {
        Blocking blocking = pinned.blocking();
        return new Pin(
                intern(new Blocking(
                        blocking.stack(),
                        blocking.event(),
                        blocking.monitorsPin(),
                        blocking.operationText(),
                        blocking.reasonText(),
                        monitor.blocking().monitorClass())),
                pinned.startNanos(),
                pinned.durationNanos(),
                pinned.threadId(),
                pinned.threadName(),
                monitor.previousOwner());
    }

    private Pin pin(
            BlockingEvent kind,
            RecordedEvent event,
            @Nullable String operation,
            @Nullable String reason,
            @Nullable String monitorClass) {
        RecordedThread thread = event.getThread();
        return new Pin(
                blocking(kind, event.getStackTrace(), operation, reason, monitorClass),
                RecordedEvents.startNanos(event),
                RecordedEvents.durationNanos(event),
                thread == null ? 0 : thread.getJavaThreadId(),
                thread == null ? "" : name(thread),
                previousOwner(event));
    }

    private Blocking blocking(
            BlockingEvent kind,
            @Nullable RecordedStackTrace trace,
            @Nullable String operation,
            @Nullable String reason,
            @Nullable String monitorClass) {
        Blocking known = trace == null ? null : byIdentity.get(trace);
        if (known != null
                && known.event() == kind
                && Objects.equals(known.operationText(), operation)
                && Objects.equals(known.reasonText(), reason)
                && Objects.equals(known.monitorClass(), monitorClass)) {
            return known;
        }
        boolean monitors = monitorsPin || saysThatMonitorsPin(reason);
        Blocking fresh =
                intern(new Blocking(RecordedEvents.stack(trace), kind, monitors, operation, reason, monitorClass));
        if (trace != null) {
            if (byIdentity.size() >= MAX_IDENTITIES) {
                byIdentity.clear();
            }
            byIdentity.put(trace, fresh);
        }
        return fresh;
    }

    private Blocking intern(Blocking blocking) {
        Blocking known = byContent.get(blocking);
        if (known != null) {
            return known;
        }
        if (byContent.size() < MAX_INTERNED) {
            byContent.put(blocking, blocking);
        }
        return blocking;
    }

    private static String name(RecordedThread thread) {
        String name = thread.getJavaName();
        return name == null ? "" : name;
    }

    private static @Nullable String previousOwner(RecordedEvent event) {
        RecordedThread owner = event.hasField("previousOwner") ? event.getThread("previousOwner") : null;
        return owner == null ? null : name(owner);
    }

    private static @Nullable String text(RecordedObject event, String field) {
        return event.hasField(field) ? event.getString(field) : null;
    }
}
