package io.vtmonitor.report.json;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Limit.VirtualThreads;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.text.LimitText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.util.StdConverter;

/**
 * A limit as it is in JSON. What it hides and its sentence follow from the rest, and are not read back.
 *
 * @param kind in lower case
 * @param hides in lower case
 */
record LimitDocument(String kind, String hides, Map<String, Object> arguments, String sentence) {
    static LimitDocument of(Limit limit) {
        Map<String, Object> arguments = new LinkedHashMap<>(limit.arguments());
        arguments.replaceAll((name, value) -> value instanceof VirtualThreads ? value.toString() : value);
        return new LimitDocument(
                limit.kind().toString(), limit.hides().toString(), arguments, LimitText.sentence(limit));
    }

    /** Writes a limit. */
    static final class Writer extends StdConverter<Limit, LimitDocument> {
        @Override
        public LimitDocument convert(Limit limit) {
            return of(limit);
        }
    }

    /**
     * Reads a limit. In schema 1, it is a sentence. If the kind is not known, because a newer release wrote it, it is
     * {@link LimitKind#OTHER} with its sentence.
     */
    static final class Reader extends ValueDeserializer<Limit> {
        @Override
        public @Nullable Limit deserialize(JsonParser json, DeserializationContext context) {
            if (json.hasToken(JsonToken.VALUE_STRING)) {
                return OldLimits.of(json.getString());
            }
            Map<?, ?> fields = context.readValue(json, LinkedHashMap.class);
            Map<String, Object> arguments = new LinkedHashMap<>();
            if (fields.get("arguments") instanceof Map<?, ?> given) {
                given.forEach((name, value) -> arguments.put(String.valueOf(name), value));
            }
            try {
                return new Limit(kind(fields.get("kind")), arguments);
            } catch (IllegalArgumentException e) {
                if (fields.get("sentence") instanceof String sentence && fields.get("kind") instanceof String) {
                    return Limit.of(LimitKind.OTHER, sentence);
                }
                return context.reportInputMismatch(Limit.class, "a limit has no kind or no sentence");
            }
        }

        private static LimitKind kind(@Nullable Object name) {
            for (LimitKind kind : LimitKind.values()) {
                if (kind.toString().equals(name)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("no kind of limit: " + name);
        }
    }
}
