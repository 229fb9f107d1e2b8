package io.vtmonitor.report;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who has what a group waits for.
 *
 * @param thread the holder, {@code virtual thread #31 "name"}; null if it is not known
 * @param confidence how sure the thread is
 * @param tookAt the frame that took it and has not given it back, {@code com.acme.Cache.load:88}; null if that is not
 *     known
 * @param tookConfidence how sure that frame is
 * @param doing what the holder does now; {@link WaitOperation#ENDED} of one that releases nothing any more
 * @param nanos for how long each look has found the same thread to have it; it may have given it back and taken it
 *     again
 * @param note why the holder or the frame is not known; null if both are known
 * @param frames the holder's stack now, topmost first
 */
public record WaitHolder(
        @Nullable String thread,
        Confidence confidence,
        @Nullable StackFrame tookAt,
        Confidence tookConfidence,
        WaitOperation doing,
        long nanos,
        @Nullable HolderNote note,
        List<StackFrame> frames) {
    public WaitHolder {
        frames = List.copyOf(frames);
    }

    /** A thread that took a lock and has ended. */
    public static WaitHolder ended(String thread) {
        return new WaitHolder(
                thread, Confidence.EXACT, null, Confidence.UNKNOWN, WaitOperation.ENDED, 0, null, List.of());
    }

    /** A thread that is not shown, likely because it has ended. */
    public static WaitHolder likelyEnded(HolderNote note) {
        return new WaitHolder(
                null, Confidence.UNKNOWN, null, Confidence.UNKNOWN, WaitOperation.ENDED, 0, note, List.of());
    }

    /** A subtask that a thread waits for, which waits for something itself. */
    public static WaitHolder subtask(WaitOperation doing, List<StackFrame> frames) {
        return new WaitHolder(null, Confidence.UNKNOWN, null, Confidence.UNKNOWN, doing, 0, null, frames);
    }

    /** Where it is: its topmost frame that is not the JDK's; null if it has none or was not read. */
    public @Nullable StackFrame site() {
        for (StackFrame frame : frames) {
            if (!frame.isJdk()) {
                return frame;
            }
        }
        return null;
    }

    /**
     * Whether the thread that took it has ended, as sure as {@link #confidence} is: a lock that has an owner can be
     * released by nobody else.
     */
    public boolean hasEnded() {
        return doing == WaitOperation.ENDED;
    }

    /** Whether it waits for a lock or a monitor itself, which another thread has. */
    public boolean waitsForLock() {
        return doing == WaitOperation.LOCK || doing == WaitOperation.MONITOR_ENTER;
    }

    /** Nobody is known to have it. */
    public static WaitHolder unknown(HolderNote note) {
        return new WaitHolder(
                null, Confidence.UNKNOWN, null, Confidence.UNKNOWN, WaitOperation.UNKNOWN, 0, note, List.of());
    }

    /** The same holder, seen for so long. */
    public WaitHolder since(long seenNanos) {
        return new WaitHolder(thread, confidence, tookAt, tookConfidence, doing, seenNanos, note, frames);
    }
}
