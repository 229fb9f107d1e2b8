package io.vtmonitor.report.figures;

import io.vtmonitor.common.HiddenNames;
import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A frame of a stack in the form in which reports show it. Frames with the same text are equal. So overloads, and calls
 * in the same line, are not distinguished.
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

    /** A recorded frame. */
    public static StackFrame of(Frame frame) {
        return of(frame.className(), frame.methodName(), frame.line());
    }

    /** A frame of a running thread. The name of a hidden class is used without its address. */
    public static StackFrame of(StackTraceElement frame) {
        return of(HiddenNames.stable(frame.getClassName()), frame.getMethodName(), frame.getLineNumber());
    }

    private static StackFrame of(String className, String methodName, int line) {
        return new StackFrame(
                line > 0 ? className + "." + methodName + ":" + line : className + "." + methodName,
                className.length() + 1 + methodName.length());
    }

    /**
     * A frame whose line is not known.
     *
     * @param method class and method, {@code java.util.HashMap.get}
     */
    public static StackFrame withoutLine(String method) {
        return new StackFrame(method, method.length());
    }

    /**
     * Reads a frame from a file.
     *
     * @param text {@code class.method:line}; without the line if it is not known
     */
    public static StackFrame parse(String text) {
        int colon = text.lastIndexOf(':');
        boolean line = colon > 0 && colon < text.length() - 1;
        for (int i = colon + 1; line && i < text.length(); i++) {
            line = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        return new StackFrame(text, line ? colon : text.length());
    }

    /** Reads the frames of a whole stack. */
    public static List<StackFrame> parse(List<String> texts) {
        return texts.stream().map(StackFrame::parse).toList();
    }

    /** Class and method, {@code java.util.HashMap.get}. */
    public String method() {
        return text.substring(0, methodEnd);
    }

    /** Binary name with dots; empty if there is none. */
    public String className() {
        return text.substring(0, Math.max(0, text.lastIndexOf('.', methodEnd - 1)));
    }

    /** Name as in the class file. */
    public String methodName() {
        return text.substring(text.lastIndexOf('.', methodEnd - 1) + 1, methodEnd);
    }

    /** Whether its text begins with the name of a package, a class, or a method. */
    public boolean isIn(String beginning) {
        return text.startsWith(beginning);
    }

    /** Whether its class is the JDK's. */
    public boolean isJdk() {
        return JdkNames.isJdk(text);
    }

    /** The source line; 0 if it is not known, or has too many digits for a line. */
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

    /** {@code class.method:line}; without the line if it is not known. */
    @Override
    public String toString() {
        return text;
    }
}
