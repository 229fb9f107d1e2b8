package io.vtmonitor.recording;

import io.vtmonitor.pins.EventFields;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/**
 * Those of an event that the JDK read.
 *
 * @param recorded the event
 */
record RecordedFields(RecordedEvent recorded) implements EventFields {
    @Override
    public String event() {
        return recorded.getEventType().getName();
    }

    @Override
    public boolean has(String field) {
        return recorded.hasField(field);
    }

    @Override
    public @Nullable String text(String field) {
        return has(field) ? recorded.getString(field) : null;
    }

    @Override
    public long number(String field) {
        return has(field) ? recorded.getLong(field) : 0;
    }

    @Override
    public boolean flag(String field) {
        return has(field) && recorded.getBoolean(field);
    }
}
