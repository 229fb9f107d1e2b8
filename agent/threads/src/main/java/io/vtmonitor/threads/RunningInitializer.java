package io.vtmonitor.threads;

import io.vtmonitor.common.OwnThreads;
import java.util.List;

/**
 * A thread that runs a static initializer.
 *
 * @param className the class
 * @param thread the thread
 * @param trace its stack, topmost frame first
 */
public record RunningInitializer(String className, Thread thread, List<StackTraceElement> trace) {
    /** Whether a stack has a static initializer. */
    public static boolean isIn(List<StackTraceElement> trace) {
        return trace.stream().anyMatch(frame -> frame.getMethodName().equals("<clinit>"));
    }

    /** All static initializers of a stack, topmost first: one may need another. */
    static List<RunningInitializer> of(Thread thread, List<StackTraceElement> trace) {
        if (OwnThreads.isOwn(thread.getName())) {
            return List.of();
        }
        return trace.stream()
                .filter(frame -> frame.getMethodName().equals("<clinit>"))
                .map(frame -> new RunningInitializer(frame.getClassName(), thread, trace))
                .toList();
    }
}
