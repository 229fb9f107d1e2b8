package io.vtmonitor.waits;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the thread that has a lock or a monitor, and with it those that wait for it, may be idle. */
public final class IdleHolder {
    /** A monitor of the application's that {@code unpin} made a lock. */
    private static final String UNPINNED = "java.lang.VtMonitor";

    /** The method that takes from a queue, and so many that call it. */
    private static final int MOST_BETWEEN = 4;

    private static final String DATAGRAMS = "sun.nio.ch.DatagramChannelImpl.";

    private static final String SELECTOR = "sun.nio.ch.SelectorImpl.";

    /** What a method begins with that takes something from a queue. */
    private static final List<String> TAKES = List.of("take", "poll", "dequeue", "receive");

    /** What is between the application and what it reads from. */
    private static final List<String> STREAMS = List.of(
            "java.io.",
            "java.lang.",
            "java.nio.",
            "java.net.Socket$",
            "java.util.Scanner",
            "java.util.concurrent.",
            "jdk.internal.misc.",
            "sun.nio.",
            "sun.security.ssl.");

    /** What is above the method that wants a lock. */
    private static final List<String> PARKS = List.of(
            "java.lang.VirtualThread.",
            "java.lang.Object.",
            "java.lang.System$",
            UNPINNED,
            "jdk.internal.misc.",
            "java.util.concurrent.ForkJoinPool.",
            "java.util.concurrent.locks.");

    private IdleHolder() {}

    /** Whether this is the class of a lock in place of a monitor. */
    public static boolean isUnpinned(@Nullable String type) {
        return type != null && type.startsWith(UNPINNED);
    }

    /**
     * Whether whoever has the lock waits for work, and the others for their turn to do the same: threads that accept
     * connections of one server, receive from one socket, wait for events of one selector, or take from a queue under a
     * lock. They may be idle.
     *
     * @param doing what the thread that has it does
     * @param frames its stack, topmost first
     * @param site where the others wait
     */
    public static boolean waitsForWork(WaitOperation doing, List<StackFrame> frames, WaitSite site) {
        return switch (doing) {
            case SOCKET_ACCEPT -> true;
            case SOCKET_READ -> receives(inJdk(site.frames())) || (calls(frames, DATAGRAMS) && isNear(site, frames));
            case QUEUE -> frames.stream().anyMatch(IdleHolder::takes) && isNear(site, frames);
            // A queue of the application's: who waits for an answer is not in a method that takes something.
            case CONDITION, OBJECT_WAIT -> takesInBetween(site, frames) && isNear(site, frames);
            case RUNNING, PARK -> calls(frames, SELECTOR) && (isNear(site, frames) || calls(site.frames(), SELECTOR));
            default -> false;
        };
    }

    /**
     * Where the others wait, if whoever has the lock may wait there for whatever comes: for a signal by a condition, an
     * object, or a semaphore, or for input from a stream. Whether it has asked for it is not seen in its frames.
     *
     * @param trace its stack, topmost first
     * @return the depth of the frame in which the others wait; -1 if there is none so near
     */
    public static int mayWaitForAnything(WaitOperation doing, List<StackTraceElement> trace, WaitSite site) {
        boolean may = switch (doing) {
            case CONDITION, OBJECT_WAIT, SEMAPHORE -> true;
            case SOCKET_READ, RUNNING -> isInput(trace, doing == WaitOperation.SOCKET_READ);
            default -> false;
        };
        int others = 0;
        for (int depth = 0; may && depth < trace.size() && others < MOST_BETWEEN; depth++) {
            StackTraceElement frame = trace.get(depth);
            if (!JdkNames.isJdk(frame.getClassName())) {
                others++;
                if (site.isIn(frame.getClassName() + "." + frame.getMethodName())) {
                    return depth;
                }
            }
        }
        return -1;
    }

    /** Who reads from a file or a pipe is in a call of the system. A client of the JDK's sends before it reads. */
    private static boolean isInput(List<StackTraceElement> trace, boolean socket) {
        if (!socket && (trace.isEmpty() || !trace.get(0).getClassName().equals("java.io.FileInputStream"))) {
            return false;
        }
        for (StackTraceElement frame : trace) {
            String type = frame.getClassName();
            if (!JdkNames.isJdk(type)) {
                return true;
            }
            if (STREAMS.stream().noneMatch(type::startsWith)) {
                return false;
            }
        }
        return false;
    }

    private static boolean calls(List<StackFrame> frames, String method) {
        return frames.stream().anyMatch(frame -> frame.isIn(method));
    }

    /** Whether a method of another kind of queue is above the one in which the others wait. */
    private static boolean takesInBetween(WaitSite site, List<StackFrame> frames) {
        for (StackFrame frame : frames) {
            if (site.isIn(frame.method())) {
                return false;
            }
            if (!frame.isJdk() && TAKES.stream().anyMatch(frame.methodName()::startsWith)) {
                return true;
            }
        }
        return false;
    }

    /** A reader or a stream has a monitor or a lock of its own around what it reads from. */
    private static boolean receives(@Nullable StackFrame wants) {
        return wants != null
                && (wants.isIn("sun.nio.ch.")
                        || (wants.isIn("java.io.") && wants.methodName().startsWith("read")));
    }

    /**
     * Whether the method in which the others wait is where it takes from the queue, or calls that by a few methods in
     * between, as by a source of jobs around the queue. The lock may be taken by a method of a library.
     */
    private static boolean isNear(WaitSite site, List<StackFrame> frames) {
        return frames.stream()
                .filter(frame -> !frame.isJdk())
                .limit(MOST_BETWEEN)
                .anyMatch(frame -> site.isIn(frame.method()));
    }

    private static boolean takes(StackFrame frame) {
        return frame.isIn("java.util.concurrent.")
                && (frame.methodName().startsWith("take") || frame.methodName().startsWith("poll"));
    }

    /** The frame of the JDK's own code that wants the lock; null if the application wants it. */
    public static @Nullable StackFrame inJdk(List<StackFrame> frames) {
        for (StackFrame frame : frames) {
            if (!frame.isJdk()) {
                return null;
            }
            if (PARKS.stream().noneMatch(frame::isIn)) {
                return frame;
            }
        }
        return null;
    }
}
