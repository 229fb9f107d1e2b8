package io.vtmonitor.report.text;

/**
 * How text is laid out.
 *
 * @param width columns after which lines are wrapped
 * @param color true where the reader is a terminal that shows it
 */
public record TextStyle(int width, boolean color) {
    /** One line for each statement, as a log wants it. */
    public static final TextStyle UNWRAPPED = new TextStyle(Integer.MAX_VALUE, false);

    /** For files and pipes. */
    public static final TextStyle PLAIN = new TextStyle(100, false);
}
