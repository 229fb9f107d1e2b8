package io.vtmonitor.model;

import org.jspecify.annotations.Nullable;

/**
 * A frame that keeps the carrier. The pin is gone only when every holder of its stack is.
 *
 * @param frame the frame
 * @param hold by what it holds
 * @param monitors how many monitors it owns; zero for holds other than {@link Hold#MONITOR}
 * @param lock what is locked, as the bytecode shows: {@code this}, {@code field session}, {@code class X}; null if it
 *     does not say
 * @param confidence how sure this is
 * @param library where the class came from, null if unknown
 * @param object what tells the locked object from others; null if {@link #lock} does not, or several are locked
 */
public record Holder(
        Frame frame,
        Hold hold,
        int monitors,
        @Nullable String lock,
        Confidence confidence,
        @Nullable Library library,
        @Nullable LockedObject object) {
    /**
     * Ends {@link #lock} of a wait for a class that is not the frame's own doing, but of one that the JVM does not
     * show.
     */
    public static final String BY_HIDDEN_FRAME = " that a hidden frame needs (a lambda or a method reference)";

    /** Ends {@link #lock} of a wait for a class where the JVM may have waited for one that it extends or implements. */
    public static final String OR_ABOVE = " or of a type above it";

    /** The same, likely where it is exact. */
    public Holder atMostLikely() {
        return confidence == Confidence.EXACT
                ? new Holder(frame, hold, monitors, lock, Confidence.LIKELY, library, object)
                : this;
    }

    /** Nothing tells what is locked from others. */
    public Holder(
            Frame frame,
            Hold hold,
            int monitors,
            @Nullable String lock,
            Confidence confidence,
            @Nullable Library library) {
        this(frame, hold, monitors, lock, confidence, library, null);
    }
}
