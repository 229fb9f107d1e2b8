package io.vtmonitor.model;

import java.util.HexFormat;
import java.util.List;

/**
 * The frames of a blocked virtual thread.
 *
 * @param frames topmost (blocking) frame first
 * @param truncated true where the JVM cut the bottom off at its stack depth, so that a holder may be missing
 */
public record Stack(List<Frame> frames, boolean truncated) {
    public Stack {
        frames = List.copyOf(frames);
    }

    /**
     * The same for the same frames, in every JVM: 16 hexadecimal digits of an FNV-1a hash over class, method and line of
     * each. Links a metric's exemplar to a stack in the report.
     */
    public String id() {
        long hash = 0xcbf29ce484222325L;
        for (Frame frame : frames) {
            String text = frame.className() + '.' + frame.methodName() + ':' + frame.line() + '\n';
            for (int i = 0; i < text.length(); i++) {
                hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
            }
        }
        return HexFormat.of().toHexDigits(hash);
    }
}
