package io.vtmonitor.pins;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.pins.PinRules.Route;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Hands the events that the JDK's readers deliver to {@link PinRules}. The recorded stack object is the same for all
 * events of a stack within a chunk, so its frames are read once. Nothing of {@code jdk.jfr} is kept but those stack
 * objects, and they only up to a bound: events are reused by the stream.
 *
 * <p>Not thread-safe: one stream, one translator.
 */
final class PinTranslator {
    /** Recorded stacks remembered by identity; they keep their chunk's constants alive. */
    private static final int MAX_IDENTITIES = 2_048;

    private static final int MAX_INTERNED = 8_192;

    private final RecordedStacks stacks;
    private final PinRules rules;
    private final LongUnaryOperator threads;
    private final IdentityHashMap<RecordedStackTrace, Blocking> byIdentity = new IdentityHashMap<>();

    /**
     * @param stacks reads frames
     * @param jvm whose events these are
     * @param next takes the pins
     * @param threads the id of the thread of an event that began then, where the event does not say; 0 for unknown
     */
    PinTranslator(RecordedStacks stacks, JvmInfo jvm, PinSink next, LongUnaryOperator threads) {
        this.stacks = stacks;
        this.threads = threads;
        rules = new PinRules(jvm, MAX_INTERNED, next);
    }

    void pinned(RecordedEvent event) {
        String operation = text(event, "blockingOperation");
        String reason = text(event, "pinnedReason");
        RecordedStackTrace trace = event.getStackTrace();
        Blocking blocking = known(trace, PinRules.kind(operation, reason), operation, reason, null);
        if (blocking == null) {
            blocking = remember(trace, rules.pinned(stacks.read(trace), operation, reason));
        }
        rules.accept(pin(event, blocking), PinRules.route(operation));
    }

    void monitorEnter(RecordedEvent event) {
        monitor(BlockingEvent.MONITOR_ENTER, event);
    }

    void monitorWait(RecordedEvent event) {
        monitor(BlockingEvent.MONITOR_WAIT, event);
    }

    /** Releases what is held back. */
    void flush() {
        rules.flush();
    }

    /** The constants of the chunk before are let go. */
    void newChunk() {
        byIdentity.clear();
    }

    private void monitor(BlockingEvent kind, RecordedEvent event) {
        Route route = rules.monitorRoute();
        boolean tooShort = RecordedEvents.durationNanos(event) < PinRules.SHORTEST_MONITOR_WAIT;
        if (!RecordedEvents.isVirtual(event) || (route == Route.MONITOR && tooShort)) {
            return;
        }
        var monitorClass = event.getClass("monitorClass");
        String className = monitorClass == null ? null : monitorClass.getName();
        RecordedStackTrace trace = event.getStackTrace();
        Blocking blocking = known(trace, kind, null, null, className);
        if (blocking == null) {
            blocking = remember(trace, rules.monitor(kind, stacks.read(trace), className));
        }
        rules.accept(pin(event, blocking), route);
    }

    private @Nullable Blocking known(
            @Nullable RecordedStackTrace trace,
            BlockingEvent kind,
            @Nullable String operation,
            @Nullable String reason,
            @Nullable String monitorClass) {
        Blocking known = trace == null ? null : byIdentity.get(trace);
        boolean same = known != null
                && known.event() == kind
                && Objects.equals(known.operationText(), operation)
                && Objects.equals(known.reasonText(), reason)
                && Objects.equals(known.monitorClass(), monitorClass);
        return same ? known : null;
    }

    private Blocking remember(@Nullable RecordedStackTrace trace, Blocking fresh) {
        if (trace != null) {
            if (byIdentity.size() >= MAX_IDENTITIES) {
                byIdentity.clear();
            }
            byIdentity.put(trace, fresh);
        }
        return fresh;
    }

    private Pin pin(RecordedEvent event, Blocking blocking) {
        RecordedThread thread = event.getThread();
        return new Pin(
                blocking,
                RecordedEvents.startNanos(event),
                RecordedEvents.durationNanos(event),
                thread == null ? threads.applyAsLong(event.getLong("startTime")) : thread.getJavaThreadId(),
                thread == null ? "" : name(thread),
                previousOwner(event));
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
