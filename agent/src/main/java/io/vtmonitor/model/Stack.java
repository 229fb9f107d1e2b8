package io.vtmonitor.model;

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
}
