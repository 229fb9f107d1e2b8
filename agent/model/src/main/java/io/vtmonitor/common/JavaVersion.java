package io.vtmonitor.common;

import java.util.List;

/** Java's version strings, such as {@code 21.0.8}, {@code 25-ea} and {@code 1.8.0_392}. */
public final class JavaVersion {
    private static final int MOST_DIGITS = 4;

    private JavaVersion() {}

    /** The feature release, 21 of {@code 21.0.8} and 8 of {@code 1.8.0_392}; 0 if the text begins with no number. */
    public static int feature(String version) {
        String modern = version.startsWith("1.") ? version.substring(2) : version;
        int end = 0;
        while (end < modern.length() && end < MOST_DIGITS && isDigit(modern.charAt(end))) {
            end++;
        }
        return end == 0 ? 0 : Integer.parseInt(modern.substring(0, end));
    }

    /**
     * The version in what a JVM says of itself: {@code 21.0.8+9-LTS} as in {@code java.vm.version}, HotSpot's banner,
     * which has it in parentheses, that of OpenJ9 ({@code JRE 17 Linux ...}) or of a native image ({@code GraalVM
     * 22.3.0 Java 17 CE}). Empty if there is none.
     */
    public static String in(String text) {
        for (String before : List.of("JRE (", "(", "", "JRE ", "Java ")) {
            int at = text.indexOf(before);
            while (at >= 0) {
                String version = startingAt(text, at + before.length());
                if (!version.isEmpty()) {
                    return version;
                }
                at = before.isEmpty() ? -1 : text.indexOf(before, at + 1);
            }
        }
        return "";
    }

    private static String startingAt(String text, int from) {
        int end = from;
        while (end < text.length() && isOfVersion(text.charAt(end))) {
            end++;
        }
        if (end == from || !isDigit(text.charAt(from))) {
            return "";
        }
        String version = text.substring(from, end);
        // On JDK 8, HotSpot had a number of its own, such as 25.392-b08.
        boolean hotSpot8 = version.startsWith("25.") && version.indexOf('.', 3) < 0 && text.startsWith("-b", end);
        return hotSpot8 ? "1.8.0_" + version.substring(3) : version;
    }

    private static boolean isOfVersion(char c) {
        return c == '.' || c == '_' || isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
