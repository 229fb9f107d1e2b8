package io.vtmonitor.diagnosis;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the work of a stack began: its outermost application frame, or one of a framework where there is none. */
public final class EntryFinder {
    private EntryFinder() {}

    /** The entry of a stack, {@code com.acme.Job.run}; null where it has none. */
    public static @Nullable String entry(StackFigures stack) {
        List<StackFrame> frames = stack.frames();
        int entry = JdkNames.entry(frames.size(), i -> frames.get(i).className());
        return entry < 0 ? null : frames.get(entry).method();
    }
}
