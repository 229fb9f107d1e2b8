package io.vtmonitor.model;

import java.util.HexFormat;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a blocked virtual thread. No record: it is looked up by content all the time and remembers its hash.
 */
public final class Stack {
    private final List<Frame> frames;
    private final boolean truncated;
    private int hash;

    /**
     * @param frames topmost (blocking) frame first
     * @param truncated true if the JVM cut the bottom off at its stack depth, so that a holder may be missing
     */
    public Stack(List<Frame> frames, boolean truncated) {
        this.frames = List.copyOf(frames);
        this.truncated = truncated;
    }

    /** Topmost (blocking) frame first. */
    public List<Frame> frames() {
        return frames;
    }

    /** True if the JVM cut the bottom off at its stack depth, so that a holder may be missing. */
    public boolean truncated() {
        return truncated;
    }

    /**
     * The same for the same frames, in every JVM: 16 hexadecimal digits made of the hash codes of the frames' texts,
     * which {@link String#hashCode} specifies. Links a metric's exemplar to a stack in the report.
     */
    public String id() {
        return id(frames.size(), i -> frames.get(i).toString().hashCode());
    }

    /**
     * The same id, of a stack that is not recorded as one.
     *
     * @param depth number of frames
     * @param hashCode of the text of each frame, topmost first
     */
    public static String id(int depth, IntUnaryOperator hashCode) {
        long hash = depth;
        for (int i = 0; i < depth; i++) {
            hash = (hash ^ hashCode.applyAsInt(i)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        return HexFormat.of().toHexDigits(hash);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Stack that
                        && hashCode() == that.hashCode()
                        && truncated == that.truncated
                        && isSame(frames, that.frames));
    }

    /** Two loops over a list, and not the list's own: by its iterator, they take the compiler many times as long. */
    private static boolean isSame(List<Frame> frames, List<Frame> others) {
        if (frames.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < frames.size(); i++) {
            if (!frames.get(i).equals(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int known = hash;
        if (known == 0) {
            for (int i = 0; i < frames.size(); i++) {
                known = 31 * known + frames.get(i).hashCode();
            }
            hash = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return "Stack" + frames + (truncated ? " truncated" : "");
    }
}
