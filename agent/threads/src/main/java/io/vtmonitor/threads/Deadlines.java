package io.vtmonitor.threads;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds out when timed waits of virtual threads end. On JDK 25 and later, a thread refers to its timer. Before, timers
 * refer to their threads, in queues of the executors that end the waits.
 */
public final class Deadlines {
    /**
     * A longer queue is not read: a copy would take long, under a lock that each thread needs that begins a timed wait.
     */
    private static final int MOST_TIMERS = 100_000;

    /** The deadline if it is not known. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final int MOST_READS = 5;
    private static final long LONG_READ = 2_000_000;

    private final JdkThreads jdk;
    private final JdkInternals internals;

    /** The executors; null if threads refer to their timers, or this JDK looks different inside. */
    private final @Nullable VarHandle executors;

    private final @Nullable VarHandle callable;
    private final Map<Class<?>, @Nullable VarHandle> thread = new HashMap<>();

    public Deadlines(JdkThreads jdk, JdkInternals internals) {
        this.jdk = jdk;
        this.internals = internals;
        VarHandle found = null;
        VarHandle task = null;
        if (!jdk.haveTimers()) {
            try {
                found = executors(internals);
                task = internals
                        .in(FutureTask.class)
                        .findVarHandle(FutureTask.class, "callable", java.util.concurrent.Callable.class);
            } catch (ReflectiveOperationException ignored) {
                // Without the timers, it is not known whether a thread that left had its turn or gave up.
            }
        }
        executors = task == null ? null : found;
        callable = task;
    }

    private static VarHandle executors(JdkInternals internals) throws ReflectiveOperationException {
        Class<?> type = JdkInternals.named("java.lang.VirtualThread");
        for (Field field : type.getDeclaredFields()) {
            String name = field.getName();
            if (name.equals("UNPARKER") || name.equals("DELAYED_TASK_SCHEDULERS")) {
                return internals.in(type).findStaticVarHandle(type, name, field.getType());
            }
        }
        throw new NoSuchFieldException("java.lang.VirtualThread.UNPARKER");
    }

    /** One look at the deadlines. It refers to threads of the application, so do not keep it. */
    public final class Look {
        private final IdentityHashMap<Thread, Long> known;

        private Look(IdentityHashMap<Thread, Long> known) {
            this.known = known;
        }

        /** The deadline of a thread, as {@link System#nanoTime}; {@link #UNKNOWN} if it is not known. */
        public long of(Thread virtual) {
            if (jdk.haveTimers()) {
                Delayed timer = jdk.timer(virtual);
                return timer == null ? UNKNOWN : end(timer);
            }
            return known.getOrDefault(virtual, UNKNOWN);
        }

        /**
         * Forgets a thread that has left: if it comes back, it has another deadline, which is known only if threads
         * refer to their timers.
         */
        public void left(Thread virtual) {
            known.remove(virtual);
        }
    }

    /**
     * The end of a delay, as {@link System#nanoTime}. If this thread lost its processor between the two reads of the
     * clock, it would compute an end that is too early, and one wait would seem to have two deadlines. So it reads
     * again.
     */
    private static long end(Delayed timer) {
        for (int i = 0; i < MOST_READS; i++) {
            long before = System.nanoTime();
            long end = before + timer.getDelay(TimeUnit.NANOSECONDS);
            if (System.nanoTime() - before < LONG_READ) {
                return end;
            }
        }
        return UNKNOWN;
    }

    /**
     * Reads the deadlines.
     *
     * @param timed whether any thread of interest has a timed wait
     */
    public Look look(boolean timed) {
        IdentityHashMap<Thread, Long> known = new IdentityHashMap<>();
        if (timed && executors != null) {
            Object all = executors.get();
            Object[] each = all instanceof Object[] several ? several : new Object[] {all};
            for (Object executor : each) {
                if (executor instanceof ScheduledThreadPoolExecutor one) {
                    read(one, known);
                }
            }
        }
        return new Look(known);
    }

    private void read(ScheduledThreadPoolExecutor executor, IdentityHashMap<Thread, Long> known) {
        if (executor.getQueue().size() > MOST_TIMERS) {
            return;
        }
        Object[] timers = executor.getQueue().toArray();
        for (Object timer : timers) {
            if (timer instanceof FutureTask<?> task && timer instanceof Delayed delayed && callable != null) {
                Thread ends = ends(callable.get(task), 0);
                if (ends != null) {
                    known.put(ends, end(delayed));
                }
            }
        }
    }

    /** The thread that a task refers to, perhaps through an adapter: it calls a method of that thread. */
    private @Nullable Thread ends(@Nullable Object task, int depth) {
        if (task == null || task instanceof Thread || depth > 2) {
            return task instanceof Thread virtual && jdk.isVirtual(virtual) ? virtual : null;
        }
        VarHandle refers = thread.computeIfAbsent(task.getClass(), this::reference);
        return refers == null ? null : ends(refers.get(task), depth + 1);
    }

    private @Nullable VarHandle reference(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (Runnable.class.isAssignableFrom(field.getType())) {
                try {
                    Lookup inside = internals.in(type);
                    return inside.unreflectVarHandle(field);
                } catch (IllegalAccessException | RuntimeException ignored) {
                    return null;
                }
            }
        }
        return null;
    }
}
