package io.vtmonitor.report;

/** Takes frames apart as reports write them: {@code class.method:line}, the line where it is known. */
public final class FrameText {
    private FrameText() {}

    /** Class and method. */
    public static String method(String frame) {
        int colon = frame.lastIndexOf(':');
        boolean line = colon > 0 && colon < frame.length() - 1;
        for (int i = colon + 1; line && i < frame.length(); i++) {
            line = frame.charAt(i) >= '0' && frame.charAt(i) <= '9';
        }
        return line ? frame.substring(0, colon) : frame;
    }

    /** The source line; 0 where it is not known, or is no number that a line can have. */
    public static int line(String frame) {
        int digits = frame.length() - method(frame).length() - 1;
        return digits < 1 || digits > 9 ? 0 : Integer.parseInt(frame.substring(frame.length() - digits));
    }

    public static String className(String frame) {
        String method = method(frame);
        return method.substring(0, Math.max(0, method.lastIndexOf('.')));
    }

    /** The class whose static initializer the frame is; empty where it is none. */
    public static String initialized(String frame) {
        return frame.contains(".<clinit>") ? className(frame) : "";
    }
}
