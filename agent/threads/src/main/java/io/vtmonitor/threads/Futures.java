package io.vtmonitor.threads;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the threads that wait for a {@code CompletableFuture}, and the task that will complete it. A thread that waits
 * for one is parked for a node of its own ({@code Signaller}), which does not refer to the future. But the future has a
 * list of these nodes, and a task that is to complete a future refers to it until the task has run.
 */
final class Futures {
    /** The most threads and stages that are read of those that wait for one future. */
    private static final int MOST_WAITING = 1_000;

    private static final String TYPE = CompletableFuture.class.getName();
    private static final String WAIT = TYPE + "$Signaller";

    private final @Nullable VarHandle stack;
    private final @Nullable VarHandle next;
    private final @Nullable VarHandle supplies;
    private final @Nullable VarHandle runs;
    private final @Nullable VarHandle stage;
    private final @Nullable VarHandle whenComplete;

    Futures(JdkFields fields) {
        String completion = TYPE + "$Completion";
        stack = fields.of(TYPE, "stack", completion);
        next = fields.of(completion, "next", completion);
        supplies = fields.of(TYPE + "$AsyncSupply", "dep", TYPE);
        runs = fields.of(TYPE + "$AsyncRun", "dep", TYPE);
        stage = fields.of(TYPE + "$UniCompletion", "dep", TYPE);
        whenComplete = fields.of(TYPE + "$UniWhenComplete", "fn", "java.util.function.BiConsumer");
    }

    /** Whether a thread that is parked for this object waits for a {@code CompletableFuture}. */
    static boolean isWait(Object blocker) {
        return blocker.getClass().getName().equals(WAIT);
    }

    /**
     * Passes on the objects that threads are parked for while they wait for the future that a task completes; see
     * {@link #isWait}. Passes on none if the future has a time limit.
     *
     * @param task a task in the queue of an executor
     */
    void waits(Object task, Consumer<Object> taker) {
        Object future = future(task);
        if (future == null || stack == null || next == null) {
            return;
        }
        List<Object> parked = new ArrayList<>();
        Object node = stack.getVolatile(future);
        for (int left = MOST_WAITING; node != null && left > 0; left--) {
            if (isTimer(node)) {
                return;
            }
            if (isWait(node)) {
                parked.add(node);
            }
            node = next.getVolatile(node);
        }
        parked.forEach(taker);
    }

    /**
     * Whether a node is the one that cancels a timer: a future that a timer may complete ({@code orTimeout}) has one in
     * its list.
     */
    private boolean isTimer(Object node) {
        Object then =
                whenComplete != null && whenComplete.coordinateTypes().get(0).isInstance(node)
                        ? whenComplete.getVolatile(node)
                        : null;
        return then != null && then.getClass().getName().equals(TYPE + "$Canceller");
    }

    private @Nullable Object future(Object task) {
        if (!task.getClass().getName().startsWith(TYPE + "$")) {
            return null;
        }
        for (VarHandle field : new VarHandle[] {supplies, runs, stage}) {
            if (field != null && field.coordinateTypes().get(0).isInstance(task)) {
                return field.getVolatile(task);
            }
        }
        return null;
    }
}
