package io.vtmonitor.report.figures;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Stack;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A distinct stack of a site.
 *
 * @param id see {@link Stack#id()}
 * @param pins how many
 * @param pinnedNanos sum of their durations
 * @param truncated see {@link Stack#truncated()}
 * @param frames topmost first
 * @param holders which of the frames hold the carrier, topmost first
 * @param times when its pins began, by JVM and then by time, without bins that have no pin
 */
public record StackFigures(
        String id,
        long pins,
        long pinnedNanos,
        boolean truncated,
        List<StackFrame> frames,
        List<StackHolder> holders,
        List<StackTime> times) {
    /** The figures of a stack, with the id that follows from its frames. */
    public StackFigures(
            long pins,
            long pinnedNanos,
            boolean truncated,
            List<StackFrame> frames,
            List<StackHolder> holders,
            List<StackTime> times) {
        this(id(frames), pins, pinnedNanos, truncated, frames, holders, times);
    }

    /** Where the work began: the outermost frame of the application, or of a framework; null if there is neither. */
    public @Nullable String entry() {
        int entry = JdkNames.entry(frames.size(), i -> frames.get(i).className());
        return entry < 0 ? null : frames.get(entry).method();
    }

    /**
     * The id of a stack, which is the same in every JVM: 16 hexadecimal digits, computed from the hash codes of the
     * frames' texts, which {@link String#hashCode} specifies. It links a metric's exemplar to a stack in the report.
     *
     * @param frames topmost first
     */
    public static String id(List<StackFrame> frames) {
        return Stack.id(frames.size(), i -> frames.get(i).hashCode());
    }
}
