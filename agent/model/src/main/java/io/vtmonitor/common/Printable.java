package io.vtmonitor.common;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text that others have written, such as names and what a library quotes of a file, for our lines. */
public final class Printable {
    private static final int MOST_ECHOED = 200;
    private static final int ECHOED = 80;

    private Printable() {}

    /**
     * With each character that has no shape shown as {@code \u0000}: line breaks would forge lines, escapes rule the
     * terminal, and marks of direction show the rest of a line in another order.
     */
    public static String text(String text) {
        return text(text, '\u0000');
    }

    /**
     * The same for a text that holds marks of ours.
     *
     * @param marks those that are left as they are: all from {@code \u0001} to this one
     */
    public static String text(String text, char marks) {
        if (isPlain(text)) {
            return text;
        }
        StringBuilder printable = new StringBuilder(text.length() + 16);
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            if (hasShape(c) || (c > 0 && c <= marks)) {
                printable.appendCodePoint(c);
            } else {
                printable.append(String.format(Locale.ROOT, c > 0xffff ? "\\u{%x}" : "\\u%04x", c));
            }
        }
        return printable.toString();
    }

    /** What a user typed, for an echo: the start of a very long text, and its length. */
    public static String echo(@Nullable String typed) {
        return typed == null || typed.length() <= MOST_ECHOED
                ? String.valueOf(typed)
                : typed.substring(0, ECHOED) + String.format(Locale.ROOT, "… (%,d characters)", typed.length());
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static boolean hasShape(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
