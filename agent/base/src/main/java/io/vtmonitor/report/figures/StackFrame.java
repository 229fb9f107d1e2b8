package io.vtmonitor.report.figures;

import io.vtmonitor.model.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a stack as reports show it. Frames with the same text are equal: overloads, and calls in one line, are
 * not told apart.
 */
public final class StackFrame {
    private static final int MOST_DIGITS = 9;
    private static final String CLASS_INITIALIZER = "<clinit>";

    private final String text;
    private final int methodEnd;

    private StackFrame(String text, int methodEnd) {
        this.text = text;
        this.methodEnd = methodEnd;
    }

    /** What a report shows of a recorded frame. */
    public static StackFrame of(Frame frame) {
        String text = frame.toString();
        return new StackFrame(text, frame.line() > 0 ? text.lastIndexOf(':') : text.length());
    }

    /**
     * Reads a frame from a file.
     *
     * @param text {@code class.method:line}, the line where it is known
     */
    public static StackFrame parse(String text) {
        int colon = text.lastIndexOf(':');
        boolean line = colon > 0 && colon < text.length() - 1;
        for (int i = colon + 1; line && i < text.length(); i++) {
            line = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        return new StackFrame(text, line ? colon : text.length());
    }

    /** The same of a whole stack. */
    public static List<StackFrame> parse(List<String> texts) {
        return texts.stream().map(StackFrame::parse).toList();
    }

    /** Class and method, {@code java.util.HashMap.get}. */
    public String method() {
        return text.substring(0, methodEnd);
    }

    /** Binary name with dots; empty where there is none. */
    public String className() {
        return text.substring(0, Math.max(0, text.lastIndexOf('.', methodEnd - 1)));
    }

    /** The source line; 0 where it is not known, or is no number that a line can have. */
    public int line() {
        int digits = text.length() - methodEnd - 1;
        return digits < 1 || digits > MOST_DIGITS ? 0 : Integer.parseInt(text.substring(methodEnd + 1));
    }

    /** Whether the frame is a static initializer. */
    public boolean isClassInitializer() {
        return text.contains("." + CLASS_INITIALIZER);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StackFrame frame && text.equals(frame.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** {@code class.method:line}, the line where it is known. */
    @Override
    public String toString() {
        return text;
    }
}
