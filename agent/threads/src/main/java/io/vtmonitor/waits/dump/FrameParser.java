package io.vtmonitor.waits.dump;

import java.util.HashMap;
import java.util.Map;

/**
 * Reads frames that {@link StackTraceElement#toString} has written, or that the JVM has printed. It keeps the frames it
 * has read, because a dump has the same few frames many times.
 */
final class FrameParser {
    private static final int MOST = 100_000;

    private final Map<String, StackTraceElement> known = new HashMap<>();

    StackTraceElement parse(String text) {
        StackTraceElement frame = known.get(text);
        if (frame == null) {
            frame = read(text);
            if (known.size() < MOST) {
                known.put(text, frame);
            }
        }
        return frame;
    }

    /**
     * Reads {@code loader/module@version/class.method(File.java:12)}, in which loader and module may be missing, or
     * {@code class.method(module@version/File.java:12)} as the JVM prints it.
     */
    private static StackTraceElement read(String text) {
        int open = text.lastIndexOf('(');
        int close = text.lastIndexOf(')');
        String place = open > 0 && close > open ? text.substring(open + 1, close) : "";
        place = place.substring(place.lastIndexOf('/') + 1);
        String method = withoutModule(open > 0 ? text.substring(0, open) : text);
        int dot = method.lastIndexOf('.');
        String type = dot < 0 ? method : method.substring(0, dot);
        String name = dot < 0 ? "" : method.substring(dot + 1);
        if (place.equals("Native Method")) {
            return new StackTraceElement(type, name, null, -2);
        }
        int colon = place.lastIndexOf(':');
        return new StackTraceElement(
                type,
                name,
                colon < 0 ? place : place.substring(0, colon),
                colon < 0 ? -1 : line(place.substring(colon + 1)));
    }

    /**
     * The text after the last slash, not counting the slash in the name of a hidden class, {@code A$$Lambda/0x00007f}.
     */
    private static String withoutModule(String method) {
        int slash = method.lastIndexOf('/');
        while (slash >= 0 && method.startsWith("0x", slash + 1)) {
            slash = method.lastIndexOf('/', slash - 1);
        }
        return method.substring(slash + 1);
    }

    private static int line(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException ignored) {
            return -1;
        }
    }
}
