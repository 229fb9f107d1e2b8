package io.vtmonitor.diagnosis;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Where the work of a stack began: its outermost application frame, or one of a framework where there is none. */
public final class EntryFinder {
    private EntryFinder() {}

    /** The entry of a stack, {@code com.acme.Job.run}; null where it has none. */
    public static @Nullable String entry(StackFigures stack) {
        List<StackFrame> frames = stack.frames();
        int entry = entry(frames.size(), i -> frames.get(i).className());
        return entry < 0 ? null : frames.get(entry).method();
    }

    /**
     * The entry's place in the stack, negative where it has none.
     *
     * @param frames of the stack
     * @param className the class of each, topmost first
     */
    public static int entry(int frames, IntFunction<String> className) {
        int outermost = -1;
        for (int i = frames - 1; i >= 0; i--) {
            String name = className.apply(i);
            if (!JdkNames.isJdk(name) && !name.contains("$$Lambda")) {
                if (!JdkNames.isFramework(name)) {
                    return i;
                }
                outermost = outermost < 0 ? i : outermost;
            }
        }
        return outermost;
    }
}
