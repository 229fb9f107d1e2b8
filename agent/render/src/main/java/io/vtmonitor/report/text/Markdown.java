package io.vtmonitor.report.text;

import io.vtmonitor.common.Printable;
import java.util.List;
import java.util.regex.Pattern;

/**
 * GitHub-flavored Markdown. Only calls determine its structure. Names in a recording may come from anyone: a word that
 * is not plain prose becomes code, in which nothing is markup, a link, a mention, or a reference.
 */
final class Markdown {
    private static final String NEXT = "[\\p{L}\\p{Nd}]++";

    /**
     * A word: letters and digits, with punctuation around it, and with single marks inside. A dot or colon inside is
     * allowed only between digits.
     */
    private static final Pattern PLAIN = Pattern.compile("[(\"+-]?(?:\\p{L}[\\p{L}\\p{Nd}]*+(?:[-'’+,/]" + NEXT + ")*+"
            + "|\\p{Nd}[\\p{L}\\p{Nd}]*+(?:(?:[.:](?=\\p{Nd})|[-'’+,/])" + NEXT + ")*+)[%+…'’]?[)\"]?[.,;:?]?"
            + "|%\\)?[.,;:?]?|[…–—]");

    /** Words that GitHub turns into links without markup: issues and commits. */
    private static final Pattern LINKED = Pattern.compile("(?i).*(?:\\bGH-\\d|\\b(?=\\d*[a-f])[0-9a-f]{7,40}\\b).*");

    /** At the start of a block, GitHub takes this for the number of a list. */
    private static final Pattern LIST_NUMBER = Pattern.compile("\\d+[.)]");

    private final StringBuilder out = new StringBuilder();

    void heading(String text) {
        block("### " + text(text));
    }

    void paragraph(String inline) {
        block(inline);
    }

    /** @param items each made by {@link #text} or {@link #code} */
    void list(List<String> items) {
        if (!items.isEmpty()) {
            block("- " + String.join("\n- ", items));
        }
    }

    /**
     * A table.
     *
     * @param alignments {@code ---} or {@code --:}, one for each column
     * @param rows their cells, each made by {@link #text} or {@link #code}; one for each column
     */
    void table(List<String> head, List<String> alignments, List<List<String>> rows) {
        if (!rows.isEmpty()) {
            StringBuilder table = new StringBuilder(row(head)).append('\n').append(row(alignments));
            rows.forEach(row -> table.append('\n').append(row(row)));
            block(table.toString());
        }
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private void block(String text) {
        out.append(out.length() == 0 ? "" : "\n").append(text).append('\n');
    }

    /** Prose, in which words that are not plain become code. */
    static String text(String prose) {
        StringBuilder inline = new StringBuilder();
        for (String word : prose.strip().split("\\s+", -1)) {
            boolean first = inline.length() == 0;
            boolean plain = PLAIN.matcher(word).matches()
                    && !LINKED.matcher(word).matches()
                    && !(first && (LIST_NUMBER.matcher(word).matches() || "+-".indexOf(word.charAt(0)) >= 0));
            inline.append(first ? "" : " ").append(plain || word.isEmpty() ? word : codeWord(word));
        }
        return inline.toString();
    }

    /** The word as code, without the punctuation of the sentence. */
    private static String codeWord(String word) {
        int begin = 0;
        int end = word.length();
        if (end > 1 && ".,;:?".indexOf(word.charAt(end - 1)) >= 0) {
            end--;
        }
        int open = 0;
        for (int i = 0; i < end; i++) {
            open += word.charAt(i) == '(' ? 1 : word.charAt(i) == ')' ? -1 : 0;
        }
        if (end > 1 && open < 0 && word.charAt(end - 1) == ')') {
            end--;
        } else if (end > 1 && open > 0 && word.charAt(0) == '(') {
            begin++;
        }
        return word.substring(0, begin) + code(word.substring(begin, end)) + word.substring(end);
    }

    /** A name as code. Invisible characters are shown as {@code \\u0000}. */
    static String code(String name) {
        StringBuilder inline = new StringBuilder();
        String[] parts = Printable.text(name).split("\\|", -1);
        for (int i = 0; i < parts.length; i++) {
            // Parsers differ in how they read a pipe in code in a table's cell.
            inline.append(i == 0 ? "" : "<code>&#124;</code>").append(parts[i].isEmpty() ? "" : span(parts[i]));
        }
        return inline.toString();
    }

    private static String span(String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        String fence = "`".repeat(longest + 1);
        boolean padded = text.startsWith("`") || text.endsWith("`") || text.startsWith(" ") || text.endsWith(" ");
        return padded && !text.isBlank() ? fence + " " + text + " " + fence : fence + text + fence;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
