package io.vtmonitor.report;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The thread that has what a group waits for.
 *
 * @param thread the holder, {@code virtual thread #31 "name"}; null if it is not known
 * @param confidence how sure it is that this thread has it
 * @param tookAt the frame that took it and has not released it, {@code com.acme.Cache.load:88}; null if that is not
 *     known
 * @param tookConfidence how sure it is that this frame took it
 * @param doing what the holder does now; {@link WaitOperation#ENDED} if it has ended and will not release it
 * @param nanos for how long each look has found the same holder; it may have released it and taken it again in between
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

    /** A thread that has ended without releasing a lock. */
    public static WaitHolder ended(String thread) {
        return new WaitHolder(
                thread, Confidence.EXACT, null, Confidence.UNKNOWN, WaitOperation.ENDED, 0, null, List.of());
    }

    /** A thread that dumps do not list, likely because it has ended. */
    public static WaitHolder likelyEnded(HolderNote note) {
        return new WaitHolder(
                null, Confidence.UNKNOWN, null, Confidence.UNKNOWN, WaitOperation.ENDED, 0, note, List.of());
    }

    /** A subtask that a thread waits for. */
    public static WaitHolder subtask(WaitOperation doing, List<StackFrame> frames) {
        return new WaitHolder(null, Confidence.UNKNOWN, null, Confidence.UNKNOWN, doing, 0, null, frames);
    }

    /** Where the holder is: its topmost frame that is not the JDK's; null if it has none, or its stack was not read. */
    public @Nullable StackFrame site() {
        for (StackFrame frame : frames) {
            if (!frame.isJdk()) {
                return frame;
            }
        }
        return null;
    }

    /** Whether the owner has ended, as sure as {@link #confidence} is. No other thread can release the lock. */
    public boolean hasEnded() {
        return doing == WaitOperation.ENDED;
    }

    /** Whether the holder itself waits for a lock or a monitor. */
    public boolean waitsForLock() {
        return doing == WaitOperation.LOCK || doing == WaitOperation.MONITOR_ENTER;
    }

    /** The holder is not known; the note says why. */
    public static WaitHolder unknown(HolderNote note) {
        return new WaitHolder(
                null, Confidence.UNKNOWN, null, Confidence.UNKNOWN, WaitOperation.UNKNOWN, 0, note, List.of());
    }

    /** The same holder, found by each look for {@code seenNanos}. */
    public WaitHolder since(long seenNanos) {
        return new WaitHolder(thread, confidence, tookAt, tookConfidence, doing, seenNanos, note, frames);
    }
}
