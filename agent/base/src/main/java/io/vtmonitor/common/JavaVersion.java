package io.vtmonitor.common;

/** Java's version strings, such as {@code 21.0.8}, {@code 25-ea} and {@code 1.8.0_392}. */
public final class JavaVersion {
    private static final int MOST_DIGITS = 4;

    private JavaVersion() {}

    /** The feature release, 21 of {@code 21.0.8} and 8 of {@code 1.8.0_392}; 0 where the text begins with no number. */
    public static int feature(String version) {
        String modern = version.startsWith("1.") ? version.substring(2) : version;
        int end = 0;
        while (end < modern.length() && end < MOST_DIGITS && isDigit(modern.charAt(end))) {
            end++;
        }
        return end == 0 ? 0 : Integer.parseInt(modern.substring(0, end));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
