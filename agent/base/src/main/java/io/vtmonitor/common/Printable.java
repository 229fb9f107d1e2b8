package io.vtmonitor.common;

import java.util.Locale;

/** Text that others have written, such as names and what a library quotes of a file, for a line of ours. */
public final class Printable {
    private Printable() {}

    /** With line breaks, which would forge lines, and a terminal's escapes made visible. */
    public static String text(String text) {
        StringBuilder printable = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                printable.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                printable.append(c);
            }
        }
        return printable.toString();
    }
}
