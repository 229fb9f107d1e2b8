package io.vtmonitor.waits;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the thread that has a lock or a monitor may be idle, and with it the threads that wait for the lock.
 */
public final class IdleHolder {
    /** The class names of the locks into which {@code unpin} turns the application's monitors begin with this. */
    private static final String UNPINNED = "java.lang.VtMonitor";

    /** The most frames of the application that are searched: the method that takes from a queue, and its callers. */
    private static final int MOST_BETWEEN = 4;

    private static final String DATAGRAMS = "sun.nio.ch.DatagramChannelImpl.";

    private static final String SELECTOR = "sun.nio.ch.SelectorImpl.";

    /** The name of a method that takes something from a queue begins with one of these. */
    private static final List<String> TAKES = List.of("take", "poll", "dequeue", "receive");

    /** Classes between the application and the stream that it reads from. */
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

    /** Classes whose frames are above the method that wants a lock. */
    private static final List<String> PARKS = List.of(
            "java.lang.VirtualThread.",
            "java.lang.Object.",
            "java.lang.System$",
            UNPINNED,
            "jdk.internal.misc.",
            "java.util.concurrent.ForkJoinPool.",
            "java.util.concurrent.locks.");

    private IdleHolder() {}

    /** Whether this is the class of a lock that {@code unpin} put in place of a monitor. */
    public static boolean isUnpinned(@Nullable String type) {
        return type != null && type.startsWith(UNPINNED);
    }

    /**
     * Whether the owner of the lock waits for work, and the others wait for their turn to do the same: threads that
     * accept connections of one server, receive from one socket, wait for events of one selector, or take from a queue
     * under a lock. They may be idle.
     *
     * @param doing what the owner of the lock does
     * @param frames the owner's stack, topmost first
     * @param site where the others wait
     */
    public static boolean waitsForWork(WaitOperation doing, List<StackFrame> frames, WaitSite site) {
        return switch (doing) {
            case SOCKET_ACCEPT -> true;
            case SOCKET_READ -> receives(inJdk(site.frames())) || (calls(frames, DATAGRAMS) && isNear(site, frames));
            case QUEUE -> frames.stream().anyMatch(IdleHolder::takes) && isNear(site, frames);
            // A queue of the application's own, which waits in any way, or looks from time to time. A thread that waits
            // for an answer is not in a method that takes something.
            case CONDITION, OBJECT_WAIT, SLEEP, FUTURE, LATCH -> takesFromItsOwn(site, frames);
            case PARK -> takesFromItsOwn(site, frames) || selects(site, frames);
            case RUNNING -> selects(site, frames);
            default -> false;
        };
    }

    private static boolean takesFromItsOwn(WaitSite site, List<StackFrame> frames) {
        return takesInBetween(site, frames) && isNear(site, frames);
    }

    private static boolean selects(WaitSite site, List<StackFrame> frames) {
        return calls(frames, SELECTOR) && (isNear(site, frames) || calls(site.frames(), SELECTOR));
    }

    /**
     * Finds the frame in which the others wait, if the owner of the lock may wait there for what may come without a
     * request: a signal of a condition, an object, or a semaphore, or input from a stream. Its frames do not show
     * whether it has requested that.
     *
     * @param trace the owner's stack, topmost first
     * @return the depth of the frame in which the others wait; -1 if none of the topmost {@value #MOST_BETWEEN} frames
     *     of the application is
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

    /**
     * Whether only streams are between the application and what it reads from: not so for a client of the JDK, which
     * sends before it reads. A thread that reads from a file or a pipe is in a system call and counts as running.
     */
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

    /**
     * Whether a method that takes from a queue of the application's own is above the method in which the others wait.
     */
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

    /**
     * Whether the lock belongs to a socket, a reader, or a stream: these guard what they read from with a lock of their
     * own.
     */
    private static boolean receives(@Nullable StackFrame wants) {
        return wants != null
                && (wants.isIn("sun.nio.ch.")
                        || (wants.isIn("java.io.") && wants.methodName().startsWith("read")));
    }

    /**
     * Whether the method in which the others wait is among the owner's topmost frames outside of the JDK: it takes from
     * the queue itself, or calls the method that does through a few others, as in a job source around a queue. A
     * library's method may take the lock.
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

    /** The frame of the JDK's own code that wants the lock; null if the application's code wants it. */
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
