package io.vtmonitor.report.text;

import io.vtmonitor.common.Printable;

/** Lines of text, wrapped between words. Continued lines are indented. Marks of emphasis take no columns. */
public final class TextWriter {
    private static final char BOLD = '\u0001';
    private static final char RED = '\u0002';
    private static final char END = '\u0003';
    private static final char GLUE = '\u0004';
    private static final int CONTINUED = 2;

    private final TextStyle style;
    private final StringBuilder out = new StringBuilder();

    public TextWriter(TextStyle style) {
        this.style = style;
    }

    public static String bold(String text) {
        return BOLD + text + END;
    }

    static String red(String text) {
        return RED + text + END;
    }

    public void line(String format, Object... arguments) {
        wrapped("", format(format, arguments), CONTINUED);
    }

    /** A line that starts with a rank or a label, below which continued lines have blanks. */
    public void row(String head, String format, Object... arguments) {
        String printable = Printable.text(head, END);
        wrapped(printable, format(format, arguments), printable.length());
    }

    /** A line that starts with {@code blanks} blanks; continued lines have two more. */
    public void indented(int blanks, String text) {
        wrapped(" ".repeat(blanks), format("%s", text), blanks + CONTINUED);
    }

    /** A line that is never wrapped. */
    void raw(String text) {
        out.append(Printable.text(text, END)).append('\n');
    }

    public void blank() {
        out.append('\n');
    }

    /**
     * Fills in the arguments. The only conversions are {@code %s}, {@code %d} and {@code %%}, and the first two do the
     * same.
     */
    private static String format(String format, Object... arguments) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%') {
                text.append(c);
            } else if (format.charAt(++i) == '%') {
                text.append('%');
            } else {
                // Names in a recording may have any characters, such as escape sequences.
                text.append(Printable.text(String.valueOf(arguments[next++]), END));
            }
        }
        return glued(text).toString();
    }

    /** Keeps numbers and their units on the same line. */
    private static StringBuilder glued(StringBuilder text) {
        for (int i = 1; i < text.length() - 1; i++) {
            if (text.charAt(i) == ' ' && Character.isDigit(text.charAt(i - 1))) {
                int end = unitEnd(text, i + 1);
                if (end > 0 && (end == text.length() || !Character.isJavaIdentifierPart(text.charAt(end)))) {
                    text.setCharAt(i, GLUE);
                }
            }
        }
        return text;
    }

    private static int unitEnd(StringBuilder text, int from) {
        char first = text.charAt(from);
        if ((first == 'm' || first == 'u') && from + 1 < text.length() && text.charAt(from + 1) == 's') {
            return from + 2;
        }
        return first == 's' || first == '%' ? from + 1 : -1;
    }

    private void wrapped(String head, String text, int indent) {
        StringBuilder line = new StringBuilder(head);
        int used = head.length();
        boolean fresh = true;
        for (String word : text.split(" ", -1)) {
            int length = visible(word);
            if (!fresh && used + 1 + length > style.width()) {
                out.append(line.toString().stripTrailing()).append('\n');
                line.setLength(0);
                line.append(" ".repeat(indent));
                used = indent;
                fresh = true;
                if (length == 0) {
                    continue;
                }
            }
            line.append(fresh ? "" : " ");
            append(line, word);
            used += length + (fresh ? 0 : 1);
            fresh = false;
        }
        out.append(line).append('\n');
    }

    private static int visible(String word) {
        int visible = 0;
        for (int i = 0; i < word.length(); i++) {
            visible += word.charAt(i) > END ? 1 : 0;
        }
        return visible;
    }

    private void append(StringBuilder line, String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c > END) {
                line.append(c == GLUE ? ' ' : c);
            } else if (style.color()) {
                line.append(c == BOLD ? "\u001b[1m" : c == RED ? "\u001b[31m" : "\u001b[0m");
            }
        }
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
