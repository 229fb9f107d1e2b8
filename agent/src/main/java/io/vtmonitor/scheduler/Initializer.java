package io.vtmonitor.scheduler;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs a static initialiser.
 *
 * @param className the class, the nearest to the top of its stack
 * @param thread the thread
 * @param trace its stack, topmost frame first
 */
record Initializer(String className, Thread thread, List<StackTraceElement> trace) {
    /** Null where that stack runs none. */
    static @Nullable Initializer of(Thread thread, List<StackTraceElement> trace) {
        for (StackTraceElement frame : trace) {
            if (frame.getMethodName().equals("<clinit>")) {
                return new Initializer(frame.getClassName(), thread, trace);
            }
        }
        return null;
    }
}
