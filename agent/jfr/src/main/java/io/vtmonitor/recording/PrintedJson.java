package io.vtmonitor.recording;

import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.HiddenNames;
import io.vtmonitor.model.Frame;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads events as {@code jfr print --json} prints them, event by event. Times are exact there, and frames have their
 * instructions.
 */
final class PrintedJson {
    /** So many bytes tell one. */
    static final int HEAD = 64;

    private static final Pattern BEGIN = Pattern.compile("\\s*\\{\\s*\"recording\"\\s*:", Pattern.DOTALL);

    /** The fields of threads and classes that are of use. */
    private static final Set<String> INNER = Set.of("javaName", "javaThreadId", "virtual", "name");

    private final PrintedEvent.Sink sink;
    private long damaged;

    private PrintedJson(PrintedEvent.Sink sink) {
        this.sink = sink;
    }

    /** Whether a file that begins so is one. */
    static boolean begins(byte[] head) {
        return BEGIN.matcher(new String(head, StandardCharsets.UTF_8)).lookingAt();
    }

    /**
     * Reads all.
     *
     * @param in the JSON; not closed
     * @return how many events are cut off or damaged, and were left out; what follows a cut is not known
     */
    static long read(InputStream in, PrintedEvent.Sink sink) {
        PrintedJson reader = new PrintedJson(sink);
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                members(json, name -> {
                    if (name.equals("recording")) {
                        members(json, inner -> reader.events(json, inner));
                    } else {
                        json.skipChildren();
                    }
                });
            }
        } catch (JacksonException ignored) {
            reader.damaged++;
        }
        return reader.damaged;
    }

    /** Takes a member, whose value is the current token. */
    @FunctionalInterface
    private interface Member {
        void of(String name);
    }

    /** Of the current token; nothing if that begins no object. */
    private static void members(JsonParser json, Member each) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            each.of(name);
        }
    }

    private void events(JsonParser json, String name) {
        if (!name.equals("events") || json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.START_OBJECT) {
            Event event = new Event();
            members(json, member -> event.member(json, member));
            event.end();
        }
    }

    /** One event, as far as it was read. */
    private final class Event {
        private final Map<String, String> texts = new HashMap<>();
        private final List<Frame> frames = new ArrayList<>();
        private String type = "";
        private long start = -1;
        private long length = -1;

        void member(JsonParser json, String name) {
            if (name.equals("type")) {
                type = text(json);
            } else if (name.equals("values")) {
                members(json, field -> value(json, field));
            } else {
                json.skipChildren();
            }
        }

        private void value(JsonParser json, String name) {
            if (name.equals("startTime")) {
                start = time(text(json));
            } else if (!PrintedEvent.isRead(type)) {
                json.skipChildren();
            } else if (name.equals("duration")) {
                length = length(text(json));
            } else if (name.equals("stackTrace")) {
                members(json, member -> stack(json, member));
            } else if (json.currentToken() == JsonToken.START_OBJECT) {
                members(json, inner -> put(INNER.contains(inner) ? name + "." + inner : "", json));
            } else {
                put(name, json);
            }
        }

        private void put(String name, JsonParser json) {
            String text = text(json);
            if (!name.isEmpty()
                    && texts.size() < PrintedEvent.MOST_FIELDS
                    && json.currentToken() != JsonToken.VALUE_NULL) {
                texts.put(name, text);
            }
        }

        private void stack(JsonParser json, String name) {
            if (!name.equals("frames") || json.currentToken() != JsonToken.START_ARRAY) {
                json.skipChildren();
                return;
            }
            while (json.nextToken() == JsonToken.START_OBJECT) {
                JsonFrame frame = new JsonFrame();
                members(json, member -> frame.member(json, member));
                if (frames.size() < PrintedEvent.MOST_FRAMES) {
                    frames.add(frame.frame());
                }
            }
        }

        void end() {
            boolean timed = start >= 0 && (length >= 0 || !PrintedEvent.tellsOfPins(type));
            if (timed) {
                sink.accept(new PrintedEvent(type, start, length, Map.copyOf(texts), List.copyOf(frames), false));
            } else if (PrintedEvent.isRead(type)) {
                damaged++;
            }
        }
    }

    /** One frame, as far as it was read. */
    private static final class JsonFrame {
        private String type = Frame.UNKNOWN;
        private String method = Frame.UNKNOWN;
        private String descriptor = "";
        private int modifiers;
        private int line;
        private int instruction = -1;

        void member(JsonParser json, String name) {
            switch (name) {
                case "method" -> members(json, member -> method(json, member));
                case "lineNumber" -> line = json.getValueAsInt(0);
                case "bytecodeIndex" -> instruction = json.getValueAsInt(-1);
                default -> json.skipChildren();
            }
        }

        private void method(JsonParser json, String name) {
            switch (name) {
                case "type" ->
                    members(json, member -> {
                        if (member.equals("name")) {
                            type = HiddenNames.stable(text(json).replace('/', '.'));
                        } else {
                            json.skipChildren();
                        }
                    });
                case "name" -> method = text(json);
                case "descriptor" -> descriptor = text(json);
                case "modifiers" -> modifiers = json.getValueAsInt(0);
                default -> json.skipChildren();
            }
        }

        Frame frame() {
            return new Frame(type, method, descriptor, instruction, Math.max(0, line), modifiers);
        }
    }

    /** Of an object or an array nothing. */
    private static String text(JsonParser json) {
        String text = json.getValueAsString("");
        json.skipChildren();
        return text;
    }

    private static long time(String text) {
        try {
            return EpochNanos.nanos(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException | ArithmeticException ignored) {
            return -1;
        }
    }

    private static long length(String text) {
        try {
            long nanos = Duration.parse(text).toNanos();
            return nanos < PrintedEvent.LONGEST ? nanos : -1;
        } catch (DateTimeException | ArithmeticException ignored) {
            return -1;
        }
    }
}
