package io.vtmonitor.report.text;

/**
 * The layout of text.
 *
 * @param width lines are wrapped after so many columns
 * @param color whether to emit escape sequences for color
 */
public record TextStyle(int width, boolean color) {
    /** One line for each statement, for logs. */
    public static final TextStyle UNWRAPPED = new TextStyle(Integer.MAX_VALUE, false);

    /** For files and pipes. */
    public static final TextStyle PLAIN = new TextStyle(100, false);
}
