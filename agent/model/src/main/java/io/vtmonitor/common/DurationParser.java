package io.vtmonitor.common;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads durations that are a whole number and a unit, such as {@code 20ms}. */
public final class DurationParser {
    private static final int MOST_DIGITS = 18;

    private DurationParser() {}

    /**
     * The duration, nothing between number and unit; what is longer than 292 years is that.
     *
     * @param digits how many the number may have at most, 18 or fewer
     * @param units that are accepted, of those of {@link #nanos}
     * @return null if the text is something else
     */
    public static @Nullable Duration parse(String text, int digits, Set<String> units) {
        int end = 0;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        String unit = text.substring(end);
        if (end == 0 || end > Math.min(digits, MOST_DIGITS) || !units.contains(unit)) {
            return null;
        }
        long nanos = nanos(unit);
        return Duration.ofNanos(Math.min(Long.parseLong(text.substring(0, end)), Long.MAX_VALUE / nanos) * nanos);
    }

    /**
     * Nanoseconds of a unit: {@code ns}, {@code us}, {@code ms}, {@code s}, {@code m}, {@code h}, {@code d}; none is
     * nanoseconds, as in JFR's settings.
     *
     * @throws IllegalArgumentException if it is another
     */
    public static long nanos(String unit) {
        return switch (unit) {
            case "", "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            case "d" -> 86_400_000_000_000L;
            default -> throw new IllegalArgumentException(unit);
        };
    }
}
