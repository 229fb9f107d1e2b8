package io.vtmonitor.source;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Stack;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
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
    private static final String ADDRESS_MARKS = "+/.";

    private final boolean monitorsPin;
    private final Consumer<? super Pin> next;
    private final IdentityHashMap<RecordedStackTrace, Blocking> byIdentity = new IdentityHashMap<>();
    private final Map<Blocking, Blocking> byContent = new HashMap<>();

    /**
     * @param monitorsPin true for JDK 21 to 23, where monitor events of virtual threads are pins too
     * @param next takes the pins
     */
    PinTranslator(boolean monitorsPin, Consumer<? super Pin> next) {
        this.monitorsPin = monitorsPin;
        this.next = next;
    }

    void pinned(RecordedEvent event) {
        translate(BlockingEvent.PINNED, event, text(event, "blockingOperation"), text(event, "pinnedReason"), null);
    }

    void monitorEnter(RecordedEvent event) {
        monitor(BlockingEvent.MONITOR_ENTER, event);
    }

    void monitorWait(RecordedEvent event) {
        monitor(BlockingEvent.MONITOR_WAIT, event);
    }

    private void monitor(BlockingEvent kind, RecordedEvent event) {
        // On 24+ a virtual thread that blocks on a monitor either unmounts or gets a pinned event of its own.
        if (monitorsPin && isVirtual(event)) {
            var monitorClass = event.getClass("monitorClass");
            translate(kind, event, null, null, monitorClass == null ? null : monitorClass.getName());
        }
    }

    private void translate(
            BlockingEvent kind,
            RecordedEvent event,
            @Nullable String operation,
            @Nullable String reason,
            @Nullable String monitorClass) {
        RecordedThread thread = event.getThread();
        long threadId = thread == null ? 0 : thread.getJavaThreadId();
        Blocking blocking = blocking(kind, event.getStackTrace(), operation, reason, monitorClass);
        long duration = Math.max(0, event.getDuration().toNanos());
        next.accept(new Pin(
                blocking,
                nanosSinceEpoch(event.getStartTime()),
                duration,
                threadId,
                thread == null ? "" : name(thread),
                previousOwner(event)));
    }

    private Blocking blocking(
            BlockingEvent kind,
            @Nullable RecordedStackTrace trace,
            @Nullable String operation,
            @Nullable String reason,
            @Nullable String monitorClass) {
        if (trace == null) {
            return intern(
                    new Blocking(new Stack(List.of(), false), kind, monitorsPin, operation, reason, monitorClass));
        }
        Blocking known = byIdentity.get(trace);
        if (known != null
                && known.event() == kind
                && Objects.equals(known.operationText(), operation)
                && Objects.equals(known.reasonText(), reason)
                && Objects.equals(known.monitorClass(), monitorClass)) {
            return known;
        }
        Blocking fresh = intern(new Blocking(stack(trace), kind, monitorsPin, operation, reason, monitorClass));
        if (byIdentity.size() >= MAX_IDENTITIES) {
            byIdentity.clear();
        }
        byIdentity.put(trace, fresh);
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

    private static Stack stack(RecordedStackTrace trace) {
        List<Frame> frames = new ArrayList<>();
        for (RecordedFrame frame : trace.getFrames()) {
            if (frame.isJavaFrame()) {
                var method = frame.getMethod();
                frames.add(new Frame(
                        stableName(method.getType().getName()),
                        method.getName(),
                        method.getDescriptor(),
                        frame.getBytecodeIndex(),
                        Math.max(0, frame.getLineNumber()),
                        method.getModifiers()));
            }
        }
        return new Stack(frames, trace.isTruncated());
    }

    /** Hidden classes end in an address that differs from run to run: {@code A$$Lambda+0x7f2c.17}, {@code Stub.0x2b08}. */
    private static String stableName(String className) {
        int address = className.indexOf("0x");
        return address > 1 && ADDRESS_MARKS.indexOf(className.charAt(address - 1)) >= 0
                ? className.substring(0, address - 1)
                : className;
    }

    /**
     * Whether the event is a virtual thread's. The stream of JDK 21 delivers most events of virtual threads before the JVM
     * has written who they are; platform threads are always known. {@code RecordedThread.isVirtual} came with 21, but the
     * field is in the recording whatever Java reads it.
     */
    private static boolean isVirtual(RecordedEvent event) {
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
                && frames.get(frames.size() - 1).getMethod().getType().getName().equals("jdk.internal.vm.Continuation");
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

    private static long nanosSinceEpoch(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }
}
