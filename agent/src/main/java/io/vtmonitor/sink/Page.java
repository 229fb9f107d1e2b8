package io.vtmonitor.sink;

import java.util.Locale;
import java.util.regex.Pattern;

/** Lines of text, wrapped between words; what continues a line is indented. Marks of emphasis take no room. */
final class Page {
    private static final char BOLD = '\u0001';
    private static final char RED = '\u0002';
    private static final char END = '\u0003';
    private static final char GLUE = '\u0004';
    private static final int CONTINUED = 2;

    /** A number is not parted from its unit. */
    private static final Pattern MEASURE = Pattern.compile("(\\d) (s|ms|%)(?!\\w)");

    private final TextStyle style;
    private final StringBuilder out = new StringBuilder();

    Page(TextStyle style) {
        this.style = style;
    }

    static String bold(String text) {
        return BOLD + text + END;
    }

    static String red(String text) {
        return RED + text + END;
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation would be a dependency for one method
    void line(String format, Object... arguments) {
        wrapped("", format(format, arguments), CONTINUED);
    }

    /** A line that begins with something continued lines leave blank: a rank, or a label. */
    @SuppressWarnings("AnnotateFormatMethod") // likewise
    void row(String head, String format, Object... arguments) {
        wrapped(head, format(format, arguments), head.length());
    }

    /** As it is, however long. */
    void raw(String text) {
        out.append(text).append('\n');
    }

    void blank() {
        out.append('\n');
    }

    @SuppressWarnings("AnnotateFormatMethod") // likewise
    private static String format(String format, Object... arguments) {
        return MEASURE.matcher(String.format(Locale.ROOT, format, arguments)).replaceAll("$1" + GLUE + "$2");
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
        return (int) word.chars().filter(c -> c > END).count();
    }

    private void append(StringBuilder line, String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c > END) {
                line.append(c == GLUE ? ' ' : c);
            } else if (style.colour()) {
                line.append(c == BOLD ? "\u001b[1m" : c == RED ? "\u001b[31m" : "\u001b[0m");
            }
        }
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
