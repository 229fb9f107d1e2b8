package io.vtmonitor.threads;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tasks that wait for a worker of an executor. Only the usual classes of queues can be read: without their
 * locks, which a thread of the application without a carrier may have.
 */
final class WorkQueues {
    /** The most entries of a queue that are read. */
    private static final int MOST_QUEUED = 10_000;

    /** The bits of {@code ThreadPoolExecutor.ctl} that have the number of workers. */
    private static final int WORKERS = (1 << 29) - 1;

    /** Queues that have room for any number of tasks. */
    private static final Set<String> NEVER_FULL = Set.of(
            PriorityBlockingQueue.class.getName(), ScheduledThreadPoolExecutor.class.getName() + "$DelayedWorkQueue");

    private final @Nullable VarHandle workQueue;
    private final @Nullable VarHandle control;
    private final @Nullable VarHandle coreSize;
    private final @Nullable VarHandle greatestSize;
    private final @Nullable VarHandle linkedCapacity;
    private final @Nullable VarHandle dequeCapacity;
    private final @Nullable VarHandle arrayItems;
    private final @Nullable VarHandle delayed;
    private final @Nullable VarHandle byPriority;
    private final @Nullable Nodes linked;
    private final @Nullable Nodes deque;

    /** A list of nodes, each of which has at most one entry. */
    private record Nodes(VarHandle first, VarHandle next, VarHandle item) {
        static @Nullable Nodes of(JdkFields fields, Class<?> queue, String first) {
            String type = queue.getName();
            String node = type + "$Node";
            VarHandle begin = fields.of(type, first, node);
            VarHandle next = fields.of(node, "next", node);
            VarHandle item = fields.of(node, "item", Object.class.getName());
            return begin == null || next == null || item == null ? null : new Nodes(begin, next, item);
        }

        void forEach(Object queue, Consumer<Object> taker) {
            Object node = first.getVolatile(queue);
            for (int left = MOST_QUEUED; node != null && left > 0; left--) {
                Object entry = item.get(node);
                if (entry != null) {
                    taker.accept(entry);
                }
                node = next.get(node);
            }
        }
    }

    WorkQueues(JdkFields fields) {
        String objects = "[L" + Object.class.getName() + ";";
        workQueue = fields.of(ThreadPoolExecutor.class.getName(), "workQueue", "java.util.concurrent.BlockingQueue");
        control = fields.of(ThreadPoolExecutor.class.getName(), "ctl", AtomicInteger.class.getName());
        coreSize = fields.of(ThreadPoolExecutor.class.getName(), "corePoolSize", "int");
        greatestSize = fields.of(ThreadPoolExecutor.class.getName(), "maximumPoolSize", "int");
        linkedCapacity = fields.of(LinkedBlockingQueue.class.getName(), "capacity", "int");
        dequeCapacity = fields.of(LinkedBlockingDeque.class.getName(), "capacity", "int");
        arrayItems = fields.of(ArrayBlockingQueue.class.getName(), "items", objects);
        delayed = fields.of(
                ScheduledThreadPoolExecutor.class.getName() + "$DelayedWorkQueue",
                "queue",
                "[Ljava.util.concurrent.RunnableScheduledFuture;");
        byPriority = fields.of(PriorityBlockingQueue.class.getName(), "queue", objects);
        linked = Nodes.of(fields, LinkedBlockingQueue.class, "head");
        deque = Nodes.of(fields, LinkedBlockingDeque.class, "first");
    }

    /**
     * Whether workers may take tasks of an executor besides those that were read: it has more, or it starts more when
     * tasks are added. It does so below its core size, and, when its queue is full, below its maximum size. Also true
     * if this JDK does not show it.
     *
     * @param read how many workers were read
     */
    boolean mayHaveMore(ThreadPoolExecutor executor, int read) {
        VarHandle size = isNeverFull(workQueue == null ? null : workQueue.get(executor)) ? coreSize : greatestSize;
        int now = workers(executor);
        return now < 0 || read < now || size == null || now < (int) size.getVolatile(executor);
    }

    /** Whether a queue takes each task. One of a class that is not the JDK's may refuse any. */
    private boolean isNeverFull(@Nullable Object queue) {
        String type = queue == null ? "" : queue.getClass().getName();
        VarHandle capacity = type.equals(LinkedBlockingQueue.class.getName())
                ? linkedCapacity
                : type.equals(LinkedBlockingDeque.class.getName()) ? dequeCapacity : null;
        return NEVER_FULL.contains(type) || (capacity != null && (int) capacity.get(queue) == Integer.MAX_VALUE);
    }

    /** How many workers an executor has, read without its lock; less than 0 if this JDK does not show it. */
    private int workers(ThreadPoolExecutor executor) {
        return control != null && control.get(executor) instanceof AtomicInteger now ? now.get() & WORKERS : -1;
    }

    /** Passes on the first 10,000 tasks in the queue of an executor. */
    void forEach(ThreadPoolExecutor executor, Consumer<Object> taker) {
        Object queue = workQueue == null ? null : workQueue.get(executor);
        if (queue instanceof LinkedBlockingQueue || queue instanceof LinkedBlockingDeque) {
            Nodes nodes = queue instanceof LinkedBlockingQueue ? linked : deque;
            if (nodes != null) {
                nodes.forEach(queue, taker);
            }
            return;
        }
        for (VarHandle array : new VarHandle[] {arrayItems, byPriority, delayed}) {
            if (array != null && array.coordinateTypes().get(0).isInstance(queue)) {
                Object[] entries = (Object[]) array.getVolatile(queue);
                Arrays.stream(entries)
                        .filter(Objects::nonNull)
                        .limit(MOST_QUEUED)
                        .forEach(taker);
            }
        }
    }
}
