package io.vtmonitor.waits.dump;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.graph.Phase;
import java.util.List;

/** Finds the phases of the threads of a dump. */
final class DumpedPhases {
    private final boolean showsCarriers;

    /** Goes through all threads of the dump, so use one for all of them. */
    DumpedPhases(ThreadDumpFile dump) {
        showsCarriers = dump.form() == ThreadDumpFile.Form.HEAP
                || dump.threads().stream().anyMatch(DumpedThread::mounted);
    }

    /** The phase of a thread, as far as the dump shows it. */
    Phase of(DumpedThread thread) {
        List<StackTraceElement> frames = thread.frames();
        if (thread.state() == null) {
            return byFrames(frames);
        }
        boolean inWait =
                thread.awaits().waitingOn() != null || top(frames, "java.lang.Object", "wait") || isForClass(thread);
        return switch (thread.state()) {
            case NEW, TERMINATED -> Phase.GONE;
            case BLOCKED -> Phase.BLOCKED;
            case WAITING -> inWait ? Phase.WAITING : Phase.PARKED;
            case TIMED_WAITING -> inWait ? Phase.WAITING : Phase.TIMED_PARKED;
            case RUNNABLE -> runs(thread) ? Phase.MOUNTED : Phase.READY;
        };
    }

    /**
     * Whether a thread waits for a class that another thread initializes. On JDK 26 and later, such a thread is WAITING
     * in code that is not the JDK's.
     */
    static boolean isForClass(DumpedThread thread) {
        return thread.state() == Thread.State.WAITING
                && thread.awaits().parkBlocker() == null
                && !thread.frames().isEmpty()
                && !JdkNames.isJdk(thread.frames().get(0).getClassName());
    }

    /** Whether a runnable thread is running, not waiting for a carrier. A platform thread needs no carrier. */
    private boolean runs(DumpedThread thread) {
        return thread.mounted()
                || !Boolean.TRUE.equals(thread.virtual())
                || (!showsCarriers && mayRun(thread.frames()));
    }

    /**
     * Whether the stack may be that of a running thread. A thread without a carrier is still in the JDK's method in
     * which it left its carrier.
     */
    private static boolean mayRun(List<StackTraceElement> frames) {
        return byFrames(frames) == Phase.MOUNTED;
    }

    private static Phase byFrames(List<StackTraceElement> frames) {
        if (frames.isEmpty()) {
            return Phase.GONE;
        }
        if (top(frames, "java.lang.VirtualThread", "parkNanos")
                || top(frames, "java.lang.VirtualThread", "sleepNanos")) {
            return Phase.TIMED_PARKED;
        }
        if (top(frames, "java.lang.VirtualThread", "park") || top(frames, "jdk.internal.misc.Unsafe", "park")) {
            return Phase.PARKED;
        }
        if (top(frames, "java.lang.VirtualThread", "tryYield")) {
            return Phase.READY;
        }
        return top(frames, "java.lang.Object", "wait") ? Phase.WAITING : Phase.MOUNTED;
    }

    /** Whether one of the topmost four frames is of that class, with a method whose name begins with {@code method}. */
    private static boolean top(List<StackTraceElement> frames, String type, String method) {
        for (int i = 0; i < Math.min(4, frames.size()); i++) {
            if (frames.get(i).getClassName().equals(type)
                    && frames.get(i).getMethodName().startsWith(method)) {
                return true;
            }
        }
        return false;
    }
}
