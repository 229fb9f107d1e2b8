package io.vtmonitor.live;

import io.vtmonitor.pins.RecordedEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import jdk.jfr.AnnotationElement;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Events of the application with fields that are annotated with {@code @jdk.jfr.Contextual} (JDK 25 and later). Each
 * says what its thread was working on while it lasted.
 */
public final class ContextualEvents {
    private static final String CONTEXTUAL = "jdk.jfr.Contextual";
    private static final String JDK = "jdk.";

    /** So many types of events are subscribed to at most. */
    private static final int MOST_TYPES = 100;

    private final Map<String, List<ValueDescriptor>> fields = new HashMap<>();
    private final RequestSink sink;
    private final BiPredicate<RecordedEvent, Long> isNew;

    /** Receives what threads have worked on. */
    @FunctionalInterface
    public interface RequestSink {
        /**
         * Called when a thread has completed the work.
         *
         * @param what the values of the event's fields
         * @param thread the id of the thread
         * @param startMillis in milliseconds since the epoch
         * @param endMillis in milliseconds since the epoch
         */
        void ended(String what, long thread, long startMillis, long endMillis);
    }

    /**
     * @param isNew whether an event of a thread (its id) has not been delivered, by a stream that was opened earlier
     */
    ContextualEvents(RequestSink sink, BiPredicate<RecordedEvent, Long> isNew) {
        this.sink = sink;
        this.isNew = isNew;
    }

    /** Subscribes to the types that exist and to those that are registered later. */
    void of(EventStream stream, Consumer<Throwable> failed) {
        fields.clear();
        subscribe(stream, FlightRecorder.getFlightRecorder().getEventTypes(), failed);
        stream.onMetadata(metadata -> subscribe(stream, metadata.getAddedEventTypes(), failed));
    }

    private void subscribe(EventStream stream, List<EventType> types, Consumer<Throwable> failed) {
        for (EventType type : types) {
            if (type.getName().startsWith(JDK) || fields.containsKey(type.getName()) || fields.size() >= MOST_TYPES) {
                continue;
            }
            List<ValueDescriptor> marked = type.getFields().stream()
                    .filter(ContextualEvents::isContextual)
                    .toList();
            if (!marked.isEmpty()) {
                fields.put(type.getName(), marked);
                stream.onEvent(type.getName(), event -> {
                    try {
                        take(event, marked);
                    } catch (RuntimeException | OutOfMemoryError e) {
                        failed.accept(e);
                    }
                });
            }
        }
    }

    private static boolean isContextual(ValueDescriptor field) {
        for (AnnotationElement mark : field.getAnnotationElements()) {
            if (mark.getTypeName().equals(CONTEXTUAL)) {
                return true;
            }
        }
        return false;
    }

    private void take(RecordedEvent event, List<ValueDescriptor> marked) {
        RecordedThread thread = event.getThread();
        long nanos = RecordedEvents.durationNanos(event);
        if (thread == null || nanos == 0) {
            return;
        }
        List<String> parts = new ArrayList<>();
        for (ValueDescriptor field : marked) {
            Object value = event.hasField(field.getName()) ? event.getValue(field.getName()) : null;
            if (value != null) {
                parts.add(value instanceof String text ? text : field.getName() + "=" + value);
            }
        }
        if (!parts.isEmpty() && isNew.test(event, thread.getJavaThreadId())) {
            long start = RecordedEvents.startNanos(event);
            sink.ended(
                    String.join(" ", parts), thread.getJavaThreadId(), start / 1_000_000, (start + nanos) / 1_000_000);
        }
    }
}
