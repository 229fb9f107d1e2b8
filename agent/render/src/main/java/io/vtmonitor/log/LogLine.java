package io.vtmonitor.log;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line that another JVM's {@link LogOutput} wrote as JSON.
 *
 * @param at when, to a millisecond
 * @param warns whether it is more than information
 * @param message may have line breaks
 */
public record LogLine(Instant at, boolean warns, String message) {
    private static final Pattern FORM = Pattern.compile(
            "\\{\"time\":\"([^\"]+)\",\"level\":\"(\\w+)\",\"source\":\"vt-monitor\",\"message\":\"(.*)\"\\}",
            Pattern.DOTALL);

    /** Null if it is not a line that {@link LogOutput} wrote. */
    public static @Nullable LogLine of(String json) {
        Matcher form = FORM.matcher(json);
        try {
            return form.matches()
                    ? new LogLine(Instant.parse(form.group(1)), !form.group(2).equals("info"), plain(form.group(3)))
                    : null;
        } catch (DateTimeParseException | NumberFormatException ignored) {
            return null;
        }
    }

    /** The reverse of {@link LogOutput#escaped}. */
    private static String plain(String escaped) {
        StringBuilder plain = new StringBuilder(escaped.length());
        for (int i = 0; i < escaped.length(); i++) {
            char c = escaped.charAt(i);
            if (c != '\\' || i + 1 == escaped.length()) {
                plain.append(c);
            } else if (escaped.charAt(++i) != 'u' || i + 4 >= escaped.length()) {
                plain.append(escaped.charAt(i));
            } else {
                plain.append((char) Integer.parseInt(escaped.substring(i + 1, i + 5), 16));
                i += 4;
            }
        }
        return plain.toString();
    }
}
