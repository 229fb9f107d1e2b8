package io.vtmonitor.threads;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the executor whose {@code close()} a thread is in. That method returns when all threads of the executor have
 * ended. It waits in slices of a day, so its wait is one without a time limit.
 */
public final class ExecutorEnds {
    /** The type of things that are the end of an executor; others of their kind are the end of one thread. */
    public static final String EXECUTOR = "java.util.concurrent.ExecutorService";

    private static final String PER_TASK = "java.util.concurrent.ThreadPerTaskExecutor";

    private final @Nullable VarHandle containerOf;
    private final @Nullable VarHandle ended;
    private final @Nullable VarHandle latchSync;
    private final @Nullable VarHandle terminated;
    private final Function<Thread, @Nullable ThreadPoolExecutor> pool;

    /** @param pool gives the executor whose worker a thread is; null if it is none */
    ExecutorEnds(JdkFields fields, @Nullable VarHandle latchSync, Function<Thread, @Nullable ThreadPoolExecutor> pool) {
        this.latchSync = latchSync;
        this.pool = pool;
        containerOf = fields.of(Thread.class.getName(), "container", "jdk.internal.vm.ThreadContainer");
        ended = fields.of(PER_TASK, "terminationSignal", CountDownLatch.class.getName());
        terminated =
                fields.of(ThreadPoolExecutor.class.getName(), "termination", "java.util.concurrent.locks.Condition");
    }

    /** The object that threads park for until the executor of a thread has terminated; null if it has no executor. */
    @Nullable
    Object of(Thread worker) {
        ThreadPoolExecutor executor = pool.apply(worker);
        if (executor != null) {
            return terminated == null ? null : terminated.get(executor);
        }
        return ofThreadPerTask(worker);
    }

    private @Nullable Object ofThreadPerTask(Thread worker) {
        Object container = containerOf == null ? null : containerOf.getVolatile(worker);
        return ended != null
                        && latchSync != null
                        && ended.coordinateTypes().get(0).isInstance(container)
                ? latchSync.get(ended.get(container))
                : null;
    }

    /** Whether an object that a thread is parked for is awaited until the executor of that thread has terminated. */
    @SuppressWarnings("ReferenceEquality") // objects of the application are compared by identity
    public boolean isOwn(Thread thread, Object blocker) {
        if (blocker instanceof AbstractQueuedSynchronizer.ConditionObject) {
            return of(thread) == blocker;
        }
        // A look does this for each thread that waits alone: here, only classes are compared.
        return latchSync != null && blocker.getClass() == latchSync.varType() && ofThreadPerTask(thread) == blocker;
    }

    /** Whether threads that wait for the end of an executor may be parked for an object. */
    public static boolean mayBe(Object blocker) {
        return Synchronizers.isLatch(blocker) || blocker.getClass().getName().endsWith("Synchronizer$ConditionObject");
    }

    /** Whether a stack, topmost frame first, shows that the thread closes an executor. */
    public static boolean isClose(List<StackTraceElement> trace) {
        for (StackTraceElement frame : trace) {
            String type = frame.getClassName();
            if (type.startsWith("java.util.concurrent.")
                    && frame.getMethodName().equals("close")) {
                return true;
            }
            if (!type.startsWith("java.") && !type.startsWith("jdk.internal.")) {
                return false;
            }
        }
        return false;
    }
}
