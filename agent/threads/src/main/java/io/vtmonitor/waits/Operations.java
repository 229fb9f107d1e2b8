package io.vtmonitor.waits;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitOperation;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Names what a thread waits for, by the JDK's frames on top of its stack: those between the park and the code that
 * called the JDK.
 */
public final class Operations {
    private static final String CONCURRENT = "java.util.concurrent.";
    private static final String LOCKS = "java.util.concurrent.locks.";

    private Operations() {}

    /**
     * What a thread waits for.
     *
     * @param phase the phase of the thread
     * @param trace topmost frame first
     */
    public static WaitOperation of(Phase phase, List<StackTraceElement> trace) {
        return switch (phase) {
            case READY -> WaitOperation.READY;
            case MOUNTED -> WaitOperation.RUNNING;
            case BLOCKED -> WaitOperation.MONITOR_ENTER;
            case WAITING -> waiting(trace);
            case PARKED, TIMED_PARKED -> parked(trace);
            case GONE -> WaitOperation.UNKNOWN;
        };
    }

    /**
     * Of a thread in {@code Object.wait}. On JDK 26 and later, a thread that waits for a class that another thread
     * initializes is in the same state, without the frame of {@code wait}.
     */
    private static WaitOperation waiting(List<StackTraceElement> trace) {
        if (trace.isEmpty()) {
            return WaitOperation.UNKNOWN;
        }
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().equals("java.lang.Object")) {
                return frame.equals(trace.get(0))
                        ? WaitOperation.CLASS_INIT_WAIT
                        : joins(frame) ? WaitOperation.JOIN : WaitOperation.OBJECT_WAIT;
            }
        }
        return WaitOperation.OBJECT_WAIT;
    }

    /**
     * Whether the frame that calls {@code wait} is {@code Thread.join}: of a platform thread, and from JDK 27 on also
     * of a virtual thread.
     */
    private static boolean joins(StackTraceElement frame) {
        return frame.getClassName().equals("java.lang.Thread")
                && frame.getMethodName().startsWith("join");
    }

    /**
     * Of a parked thread: by the first frame that is known. A frame of a condition, a latch, or a lock may be part of a
     * queue or the like, whose frames follow.
     */
    public static WaitOperation parked(List<StackTraceElement> trace) {
        if (!trace.isEmpty() && trace.get(0).getClassName().equals("java.lang.Object")) {
            return waiting(trace);
        }
        WaitOperation found = null;
        for (StackTraceElement frame : trace) {
            if (!JdkNames.isJdk(frame.getClassName())) {
                break;
            }
            WaitOperation operation = byFrame(frame.getClassName(), frame.getMethodName());
            if (operation != null
                    && (found == null || (operation != WaitOperation.LOCK && operation != WaitOperation.CONDITION))) {
                found = operation;
            }
            if (found != null && found != WaitOperation.CONDITION && found != WaitOperation.LATCH) {
                return found;
            }
        }
        return found != null
                ? found
                : trace.isEmpty()
                        ? WaitOperation.UNKNOWN
                        : isFutureOfGuava(trace) ? WaitOperation.FUTURE : WaitOperation.PARK;
    }

    /**
     * What a thread without a known stack waits for.
     *
     * @param type the class of the object that it is parked for
     */
    public static WaitOperation ofSynchronizer(String type) {
        if (type.startsWith(LOCKS + "AbstractQueued") && type.endsWith("$ConditionObject")) {
            return WaitOperation.CONDITION;
        }
        if (type.startsWith(LOCKS + "Reentrant") || type.startsWith(LOCKS + "StampedLock")) {
            return WaitOperation.LOCK;
        }
        WaitOperation operation =
                type.startsWith(CONCURRENT) ? concurrent(type.substring(CONCURRENT.length()), "get") : null;
        return operation == null ? WaitOperation.PARK : operation;
    }

    /** Guava's futures call {@code LockSupport.park} themselves, so no frame of the JDK names the operation. */
    private static boolean isFutureOfGuava(List<StackTraceElement> trace) {
        return trace.stream()
                .filter(frame -> !JdkNames.isJdk(frame.getClassName()))
                .findFirst()
                .filter(frame -> frame.getClassName().startsWith("com.google.common.util.concurrent.AbstractFuture"))
                .isPresent();
    }

    /**
     * Whether a thread that parks in a synchronizer of the application or of a library may want it exclusively. A
     * thread that waits for a latch or a task shares it with others.
     *
     * @param trace topmost frame first
     */
    public static boolean mayWantAlone(List<StackTraceElement> trace) {
        for (StackTraceElement frame : trace) {
            if (!JdkNames.isJdk(frame.getClassName())) {
                return true;
            }
            if (frame.getClassName().startsWith(LOCKS + "AbstractQueued")
                    && frame.getMethodName().contains("Shared")) {
                return false;
            }
        }
        return false;
    }

    private static @Nullable WaitOperation byFrame(String type, String method) {
        if (type.startsWith("sun.nio.ch.")) {
            return socket(type, method);
        }
        if (type.startsWith(LOCKS)) {
            return lock(type.substring(LOCKS.length()), method);
        }
        if (type.startsWith(CONCURRENT)) {
            return concurrent(type.substring(CONCURRENT.length()), method);
        }
        if (type.equals("java.lang.Object")) {
            return method.startsWith("wait") ? WaitOperation.OBJECT_WAIT : null;
        }
        if (type.equals("java.lang.Thread") || type.equals("java.lang.VirtualThread")) {
            return method.startsWith("sleep")
                    ? WaitOperation.SLEEP
                    : method.startsWith("join") ? WaitOperation.JOIN : null;
        }
        return null;
    }

    private static @Nullable WaitOperation lock(String type, String method) {
        if (type.startsWith("AbstractQueuedSynchronizer$ConditionObject")) {
            return WaitOperation.CONDITION;
        }
        boolean known = type.startsWith("Reentrant") || type.startsWith("StampedLock");
        return known && method.contains("ock") ? WaitOperation.LOCK : null;
    }

    private static @Nullable WaitOperation concurrent(String type, String method) {
        int inner = type.indexOf('$');
        return switch (inner < 0 ? type : type.substring(0, inner)) {
            case "Semaphore" -> WaitOperation.SEMAPHORE;
            case "CountDownLatch", "CyclicBarrier", "Phaser" -> WaitOperation.LATCH;
            // Not in run(), which is below all that a task does.
            case "CompletableFuture", "FutureTask", "ForkJoinTask" -> gets(method) ? WaitOperation.FUTURE : null;
            case "ThreadPerTaskExecutor" ->
                method.startsWith("awaitTerm") || method.equals("close") ? WaitOperation.JOIN : null;
            case "StructuredTaskScope", "StructuredTaskScopeImpl" ->
                method.startsWith("join") || method.equals("close") ? WaitOperation.SUBTASKS : null;
            case "ArrayBlockingQueue",
                    "LinkedBlockingQueue",
                    "LinkedBlockingDeque",
                    "PriorityBlockingQueue",
                    "DelayQueue",
                    "SynchronousQueue",
                    "LinkedTransferQueue",
                    "ScheduledThreadPoolExecutor",
                    "Exchanger" -> WaitOperation.QUEUE;
            case "TimeUnit" -> method.equals("sleep") ? WaitOperation.SLEEP : null;
            default -> null;
        };
    }

    private static boolean gets(String method) {
        String name = method.toLowerCase(Locale.ROOT);
        return name.contains("get") || name.contains("join") || name.contains("await");
    }

    private static @Nullable WaitOperation socket(String type, String method) {
        if (!type.endsWith("SocketImpl") && !type.endsWith("ChannelImpl")) {
            return null;
        }
        if (method.contains("ccept")) {
            return WaitOperation.SOCKET_ACCEPT;
        }
        if (method.contains("onnect")) {
            return WaitOperation.SOCKET_CONNECT;
        }
        if (method.contains("ead") || method.contains("eceive")) {
            return WaitOperation.SOCKET_READ;
        }
        return method.contains("rite") || method.contains("end") ? WaitOperation.SOCKET_WRITE : null;
    }
}
