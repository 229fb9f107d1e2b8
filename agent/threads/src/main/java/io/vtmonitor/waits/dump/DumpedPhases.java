package io.vtmonitor.waits.dump;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.graph.Phase;
import java.util.List;

/** Where the threads of a dump are. */
final class DumpedPhases {
    private DumpedPhases() {}

    /** Where a thread is, as far as the dump tells. */
    static Phase of(DumpedThread thread, ThreadDumpFile dump) {
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
            case RUNNABLE -> runs(thread, dump) ? Phase.MOUNTED : Phase.READY;
        };
    }

    /** JDK 26 and later: who waits for a class that another thread initializes waits in code of its own. */
    static boolean isForClass(DumpedThread thread) {
        return thread.state() == Thread.State.WAITING
                && thread.awaits().parkBlocker() == null
                && !thread.frames().isEmpty()
                && !JdkNames.isJdk(thread.frames().get(0).getClassName());
    }

    /** A platform thread needs no carrier. */
    private static boolean runs(DumpedThread thread, ThreadDumpFile dump) {
        return thread.mounted()
                || !Boolean.TRUE.equals(thread.virtual())
                || (!tellsCarriers(dump) && mayRun(thread.frames()));
    }

    /** One that could run and has no carrier is where it left it. */
    private static boolean mayRun(List<StackTraceElement> frames) {
        return byFrames(frames) == Phase.MOUNTED;
    }

    private static boolean tellsCarriers(ThreadDumpFile dump) {
        return dump.form() == ThreadDumpFile.Form.HEAP
                || dump.threads().stream().anyMatch(DumpedThread::mounted);
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

    /** Whether one of the topmost frames is of that class and its method's name begins so. */
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
