package io.vtmonitor.scheduler;

import java.util.List;

/**
 * A thread that runs a static initializer.
 *
 * @param className the class
 * @param thread the thread
 * @param trace its stack, topmost frame first
 */
record Initializer(String className, Thread thread, List<StackTraceElement> trace) {
    private static final String OUR_THREADS = "vt-monitor-";
    private static final String OUR_CLASSES = "io.vtmonitor.";

    /** All that a stack runs, since one may need another; topmost first. Nobody else waits for the agent's classes. */
    static List<Initializer> of(Thread thread, List<StackTraceElement> trace) {
        boolean ours = thread.getName().startsWith(OUR_THREADS);
        return trace.stream()
                .filter(frame -> frame.getMethodName().equals("<clinit>")
                        && !(ours && frame.getClassName().startsWith(OUR_CLASSES)))
                .map(frame -> new Initializer(frame.getClassName(), thread, trace))
                .toList();
    }
}
