package io.vtmonitor.threads;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the scopes of structured concurrency (JEP 505, {@code StructuredTaskScope}): the threads that a thread has
 * forked, and whether it waits for them. From JDK 21 on, the JDK keeps them in a {@code jdk.internal.misc.ThreadFlock}.
 */
public final class TaskScopes {
    /** The most subtasks of a scope that are read. */
    static final int MOST_SUBTASKS = 1_000;

    /** The most nested scopes of one thread that are followed. */
    static final int MOST_NESTED = 100;

    private static final String FLOCK = "jdk.internal.misc.ThreadFlock";
    private static final String CONTAINER = FLOCK + "$ThreadContainerImpl";
    private static final String STACKABLE = "jdk.internal.vm.StackableScope";
    private static final String SCOPE = "java.util.concurrent.StructuredTaskScopeImpl";

    private final @Nullable VarHandle innermost;
    private final @Nullable VarHandle containerOf;
    private final @Nullable VarHandle owner;
    private final @Nullable VarHandle previous;
    private final @Nullable VarHandle flock;
    private final @Nullable VarHandle threads;

    /** Whether a timer cancels a scope, as on JDK 25 and later. Before, a time limit is that of the wait itself. */
    private final boolean haveTimers = Runtime.version().feature() >= 25;

    private final @Nullable VarHandle scopeOfTask;
    private final @Nullable VarHandle timer;
    private final Function<Thread, @Nullable Object> task;

    /** @param task gives the task that a thread runs; null if it is not known */
    TaskScopes(JdkFields fields, Function<Thread, @Nullable Object> task) {
        this.task = task;
        innermost = fields.of(Thread.class.getName(), "headStackableScopes", STACKABLE);
        containerOf = fields.of(Thread.class.getName(), "container", "jdk.internal.vm.ThreadContainer");
        owner = fields.of(STACKABLE, "owner", Thread.class.getName());
        previous = fields.of(STACKABLE, "previous", STACKABLE);
        flock = fields.of(CONTAINER, "flock", FLOCK);
        threads = fields.of(FLOCK, "threads", "java.util.Set");
        scopeOfTask = haveTimers ? fields.of(SCOPE + "$SubtaskImpl", "scope", SCOPE) : null;
        timer = haveTimers ? fields.of(SCOPE, "timerTask", "java.util.concurrent.Future") : null;
    }

    /** The innermost open scope of a thread; null if it has none. */
    @Nullable
    Object openedBy(Thread thread) {
        Object scope = innermost == null ? null : innermost.getVolatile(thread);
        for (int i = 0; scope != null && previous != null && i < MOST_NESTED; i++) {
            if (isScope(scope)) {
                return scope;
            }
            scope = previous.getVolatile(scope);
        }
        return null;
    }

    /** The thread that has opened the scope in which a thread was forked; null if it is no subtask. */
    @Nullable
    Thread parent(Thread subtask) {
        Object scope = containerOf == null ? null : containerOf.getVolatile(subtask);
        return owner == null || scope == null || !isScope(scope) ? null : (Thread) owner.getVolatile(scope);
    }

    private boolean isScope(Object scope) {
        return flock != null && flock.coordinateTypes().get(0).isInstance(scope);
    }

    /** The subtasks of a scope that have not ended, at most {@value #MOST_SUBTASKS}. */
    List<Thread> subtasks(Object scope) {
        List<Thread> found = new ArrayList<>();
        Object its = flock == null ? null : flock.get(scope);
        if (its != null && threads != null && threads.get(its) instanceof Collection<?> all) {
            for (Object each : all) {
                if (found.size() == MOST_SUBTASKS) {
                    break;
                }
                if (each instanceof Thread thread) {
                    found.add(thread);
                }
            }
        }
        return found;
    }

    /**
     * Of the subtasks in a thread's innermost scope that have not ended, the one that was forked first; null if there
     * is none.
     */
    public @Nullable Thread longestSubtask(Thread parent) {
        Object scope = openedBy(parent);
        Thread first = null;
        for (Thread each : scope == null ? List.<Thread>of() : subtasks(scope)) {
            first = first == null || each.getId() < first.getId() ? each : first;
        }
        return first;
    }

    /**
     * Whether a timer ends the wait for the subtasks of a scope; null if that is not known.
     *
     * @param subtasks the subtasks of the scope
     */
    @Nullable
    Boolean hasTimer(List<Thread> subtasks) {
        if (!haveTimers) {
            return false;
        }
        for (Thread subtask : subtasks) {
            Object runs = task.apply(subtask);
            if (scopeOfTask != null
                    && timer != null
                    && scopeOfTask.coordinateTypes().get(0).isInstance(runs)) {
                Object scope = scopeOfTask.get(runs);
                return scope != null && timer.getVolatile(scope) != null;
            }
        }
        return null;
    }

    /**
     * Whether an interrupt, by which a scope cancels its subtasks, may end the wait of a thread with that stack,
     * topmost frame first. It ends no {@code lock}, no return to the lock of a condition, and no {@code join} of a
     * future.
     */
    public static boolean mayEndByInterrupt(List<StackTraceElement> trace) {
        for (StackTraceElement frame : trace) {
            String type = frame.getClassName();
            if (!type.startsWith("java.") && !type.startsWith("jdk.internal.")) {
                return true;
            }
            boolean stays = switch (frame.getMethodName()) {
                case "lock" -> type.startsWith("java.util.concurrent.locks.");
                case "join" -> type.equals(CompletableFuture.class.getName());
                case "close" -> type.equals(FLOCK);
                default -> type.endsWith("Synchronizer$ConditionObject");
            };
            if (stays) {
                return false;
            }
        }
        return true;
    }

    /** Whether a stack, topmost frame first, shows that the thread waits for the subtasks of its innermost scope. */
    public static boolean isJoin(List<StackTraceElement> trace) {
        for (StackTraceElement frame : trace) {
            if (frame.getClassName().equals(FLOCK)) {
                return frame.getMethodName().equals("awaitAll")
                        || frame.getMethodName().equals("close");
            }
            if (!frame.getClassName().startsWith("java.")
                    && !frame.getClassName().startsWith("jdk.internal.")) {
                return false;
            }
        }
        return false;
    }
}
