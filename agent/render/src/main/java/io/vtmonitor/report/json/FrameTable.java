package io.vtmonitor.report.json;

import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;

/** The frames of all stacks, each once. In JSON, a stack is a list of indices of this table. */
final class FrameTable {
    /** The attribute of Jackson's context that has the table while a report is written or read. */
    static final String ATTRIBUTE = "frames";

    private FrameTable() {}

    static List<StackFrame> of(List<SiteFigures> sites) {
        Set<StackFrame> frames = new LinkedHashSet<>();
        for (SiteFigures site : sites) {
            for (StackFigures stack : site.stacks()) {
                frames.addAll(stack.frames());
            }
        }
        return List.copyOf(frames);
    }

    static Map<StackFrame, Integer> places(List<StackFrame> table) {
        Map<StackFrame, Integer> places = new HashMap<>(table.size() * 2);
        for (int i = 0; i < table.size(); i++) {
            places.put(table.get(i), i);
        }
        return places;
    }

    /** Writes the frames of a stack as indices. */
    static final class StackWriter extends ValueSerializer<List<StackFrame>> {
        @Override
        public void serialize(List<StackFrame> frames, JsonGenerator json, SerializationContext context) {
            Map<?, ?> places = (Map<?, ?>) Objects.requireNonNull(context.getAttribute(ATTRIBUTE));
            json.writeStartArray();
            for (StackFrame frame : frames) {
                json.writeNumber((Integer) Objects.requireNonNull(places.get(frame)));
            }
            json.writeEndArray();
        }
    }

    /** Reads the table and keeps it for the stacks that follow. */
    static final class Reader extends ValueDeserializer<List<StackFrame>> {
        @Override
        public List<StackFrame> deserialize(JsonParser json, DeserializationContext context) {
            List<StackFrame> table = new ArrayList<>();
            while (json.nextToken() == JsonToken.VALUE_STRING) {
                table.add(StackFrame.parse(json.getString()));
            }
            if (!json.hasToken(JsonToken.END_ARRAY)) {
                context.reportInputMismatch(String.class, "frames is not a list of texts");
            }
            context.setAttribute(ATTRIBUTE, table);
            return table;
        }
    }

    /** Reads the frames of a stack by their indices. */
    static final class StackReader extends ValueDeserializer<List<StackFrame>> {
        @Override
        public List<StackFrame> deserialize(JsonParser json, DeserializationContext context) {
            List<?> table = context.getAttribute(ATTRIBUTE) instanceof List<?> read ? read : List.of();
            List<StackFrame> frames = new ArrayList<>();
            while (json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                int place = json.getIntValue();
                if (place < 0 || place >= table.size()) {
                    context.reportInputMismatch(String.class, "a stack refers to frame %d of %d", place, table.size());
                }
                frames.add((StackFrame) table.get(place));
            }
            if (!json.hasToken(JsonToken.END_ARRAY)) {
                context.reportInputMismatch(String.class, "a stack's frames are not a list of numbers");
            }
            return List.copyOf(frames);
        }
    }
}
