package io.vtmonitor.advice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON (RFC 8259) into maps, lists, strings, numbers, booleans and null. The advice is read whenever a report is
 * made, and a library for it would take most of the time of a short recording's analysis to load.
 */
final class JsonText {
    private static final int DEEPEST = 64;

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /** The text is no JSON; the message tells what was seen and where. */
    static final class NotJsonException extends Exception {
        private static final long serialVersionUID = 1L;

        NotJsonException(String message) {
            super(message);
        }
    }

    static @Nullable Object read(String text) throws NotJsonException {
        JsonText json = new JsonText(text);
        Object value = json.value(0);
        json.space();
        if (json.at < text.length()) {
            throw json.unexpected();
        }
        return value;
    }

    private @Nullable Object value(int depth) throws NotJsonException {
        if (depth > DEEPEST) {
            throw new NotJsonException("it is more than " + DEEPEST + " deep" + place());
        }
        space();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object(int depth) throws NotJsonException {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        at++;
        space();
        if (peek() == '}') {
            at++;
            return object;
        }
        while (true) {
            space();
            String name = string();
            space();
            take(':');
            if (object.containsKey(name)) {
                throw new NotJsonException("the name \"" + name + "\" comes twice in an object" + place());
            }
            object.put(name, value(depth + 1));
            if (ends('}')) {
                return object;
            }
        }
    }

    private List<@Nullable Object> array(int depth) throws NotJsonException {
        List<@Nullable Object> array = new ArrayList<>();
        at++;
        space();
        if (peek() == ']') {
            at++;
            return array;
        }
        while (true) {
            array.add(value(depth + 1));
            if (ends(']')) {
                return array;
            }
        }
    }

    /** Whether the end comes, and not a comma. */
    private boolean ends(char end) throws NotJsonException {
        space();
        if (peek() == end) {
            at++;
            return true;
        }
        take(',');
        return false;
    }

    private String string() throws NotJsonException {
        take('"');
        int from = at;
        StringBuilder unescaped = null;
        while (true) {
            char next = peek();
            if (next < ' ') {
                throw unexpected();
            }
            if (next == '"') {
                String rest = text.substring(from, at++);
                return unescaped == null ? rest : unescaped.append(rest).toString();
            }
            at++;
            if (next == '\\') {
                unescaped = unescaped == null ? new StringBuilder() : unescaped;
                unescaped.append(text, from, at - 1).append(escaped());
                from = at;
            }
        }
    }

    private char escaped() throws NotJsonException {
        char kind = peek();
        at++;
        return switch (kind) {
            case '"', '\\', '/' -> kind;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> {
                at--;
                throw unexpected();
            }
        };
    }

    private char unicode() throws NotJsonException {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(peek(), 16);
            if (digit < 0) {
                throw unexpected();
            }
            value = 16 * value + digit;
            at++;
        }
        return (char) value;
    }

    private @Nullable Object word(String word, @Nullable Object meaning) throws NotJsonException {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return meaning;
    }

    private Object number() throws NotJsonException {
        int from = at;
        while ("+-.eE0123456789".indexOf(peek()) >= 0 && at < text.length()) {
            at++;
        }
        try {
            return Double.valueOf(text.substring(from, at));
        } catch (NumberFormatException none) {
            at = from;
            throw unexpected();
        }
    }

    private void take(char wanted) throws NotJsonException {
        if (peek() != wanted) {
            throw unexpected();
        }
        at++;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** The next character, 0 at the end. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private NotJsonException unexpected() {
        String seen = at < text.length() ? "'" + text.charAt(at) + "' was not expected" : "it ends too early";
        return new NotJsonException(seen + place());
    }

    private String place() {
        int line = 1;
        int column = 1;
        for (int i = 0; i < Math.min(at, text.length()); i++) {
            column++;
            if (text.charAt(i) == '\n') {
                line++;
                column = 1;
            }
        }
        return " (line " + line + ", column " + column + ")";
    }
}
