package io.vtmonitor.junit;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A row of the report as CSV.
 *
 * @param id holders and operation, as reports write them
 * @param pins how many
 * @param pinned of all together
 * @param longest of one
 * @param once whether it comes once in the life of a JVM
 * @param text why it pins and what removes it
 */
record Site(String id, long pins, Duration pinned, Duration longest, boolean once, String text) {
    static Site of(Map<String, String> row) {
        StringBuilder text = new StringBuilder();
        text.append("held by ")
                .append(row.getOrDefault("holders", ""))
                .append(" (")
                .append(String.join(
                        ", ",
                        List.of(row.getOrDefault("reason", ""), row.getOrDefault("confidence", "")).stream()
                                .filter(part -> !part.isEmpty())
                                .toList()))
                .append(')');
        String library = row.getOrDefault("library", "");
        if (!library.isEmpty()) {
            text.append(" of ").append(library).append(' ').append(row.getOrDefault("library_version", ""));
        }
        for (String column : List.of("summary", "action")) {
            String cell = row.getOrDefault(column, "");
            if (!cell.isEmpty()) {
                text.append("\n    ")
                        .append(column.equals("summary") ? "why   " : "cure  ")
                        .append(cell);
            }
        }
        return new Site(
                row.getOrDefault("site", ""),
                Long.parseLong(row.getOrDefault("pins", "0")),
                seconds(row.getOrDefault("pinned_seconds", "0")),
                seconds(row.getOrDefault("max_seconds", "0")),
                row.getOrDefault("occurrence", "").equals("once"),
                text.toString());
    }

    /**
     * The same without these pins.
     *
     * @param longest what no other pin of it exceeds
     */
    Site without(@Nullable Site part, Duration longest) {
        return part == null
                ? this
                : new Site(
                        id,
                        pins - part.pins,
                        pinned.minus(part.pinned),
                        this.longest.compareTo(longest) < 0 ? this.longest : longest,
                        once,
                        text);
    }

    private static Duration seconds(String text) {
        return Duration.ofNanos(Math.round(Double.parseDouble(text) * 1e9));
    }

    boolean matches(String pattern) {
        String[] parts = pattern.split("\\*", -1);
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            regex.append(i == 0 ? "" : ".*").append(Pattern.quote(parts[i]));
        }
        return Pattern.matches(regex.toString(), id);
    }

    /** A line for a verdict. */
    String summary() {
        return millis(pinned) + " in " + pins + (pins == 1 ? " pin" : " pins") + ", longest " + millis(longest)
                + ", at " + id;
    }

    static String millis(Duration length) {
        return String.format(Locale.ROOT, "%.1f ms", length.toNanos() / 1e6);
    }
}
