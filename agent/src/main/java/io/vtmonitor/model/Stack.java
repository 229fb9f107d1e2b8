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
     * The same for the same frames, in every JVM: 16 hexadecimal digits of an FNV-1a hash over the texts of the frames. Links
     * a metric's exemplar to a stack in the report.
     */
    public String id() {
        return id(frames.stream().map(Frame::toString).toList());
    }

    /**
     * Likewise.
     *
     * @param frames as a report has them, topmost first
     */
    public static String id(List<String> frames) {
        long hash = 0xcbf29ce484222325L;
        for (String frame : frames) {
            for (int i = 0; i < frame.length(); i++) {
                hash = (hash ^ frame.charAt(i)) * 0x100000001b3L;
            }
            hash = (hash ^ '\n') * 0x100000001b3L;
        }
        return HexFormat.of().toHexDigits(hash);
    }
}
