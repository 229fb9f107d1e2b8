package io.vtmonitor.waits.heap;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.model.Confidence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The workers of executors, and the tasks in their queues. They are read when they are first asked for. */
final class QueuedTasks {
    static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker";

    private static final String FUTURE = "java.util.concurrent.CompletableFuture";
    private static final int MOST_QUEUED = 10_000;

    /** The bits of {@code ThreadPoolExecutor.ctl} that have the number of workers. */
    private static final int WORKERS = (1 << 29) - 1;

    private static final String LINKED = "java.util.concurrent.LinkedBlocking";

    /** Queues that have room for any number of tasks. */
    private static final Set<String> NEVER_FULL = Set.of(
            "java.util.concurrent.PriorityBlockingQueue",
            "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue");

    private final HeapDump dump;
    private final HeapThreads threads;
    private final Map<Long, List<HeapThread>> workers = new HashMap<>();
    private final Map<Long, Queued> byTask = new HashMap<>();
    private final Set<Thing> known = new HashSet<>();
    private final Map<Long, List<HeapThread>> byTermination = new HashMap<>();
    private boolean read;

    /** @param anyMayComplete whether other threads may complete what threads wait for, too */
    private record Queued(HeapObject executor, boolean anyMayComplete) {}

    QueuedTasks(HeapDump dump, HeapThreads threads) {
        this.dump = dump;
        this.threads = threads;
    }

    /**
     * The worker that a queued task waits for; null if the task is in no known queue. Adds the executor's workers to
     * the edges.
     */
    @Nullable
    Thing worker(long task, EdgesBuilder edges) throws IOException {
        readOnce();
        Queued queued = byTask.get(task);
        if (queued == null) {
            return null;
        }
        HeapObject executor = queued.executor();
        String key = (queued.anyMayComplete() ? "futures of " : "") + executor;
        Thing thing = new Thing(Kind.WORKER, executor.className(), null, key);
        if (known.add(thing)) {
            List<HeapThread> all = workers.getOrDefault(executor.id(), List.of());
            Confidence sure = queued.anyMayComplete() ? Confidence.LIKELY : Confidence.EXACT;
            all.forEach(each -> edges.has(thing, each, How.OWNS, sure));
            if (mayHaveMore(executor, all.size())) {
                edges.open(thing);
            }
        }
        return thing;
    }

    /** The workers of the executor for whose end threads await this condition; empty if it is that of no executor. */
    List<HeapThread> workersUntil(HeapObject condition) throws IOException {
        readOnce();
        return byTermination.getOrDefault(condition.id(), List.of());
    }

    /** Whether a task is of a class of the JDK, so that only the thread that runs it completes it. */
    static boolean isOfJdk(HeapObject task) {
        return task.className().startsWith("java.util.concurrent.");
    }

    /**
     * Whether an executor has more workers than were read, or starts more when tasks are added: it does so below its
     * core size, and, when its queue is full, below its maximum size.
     */
    private boolean mayHaveMore(HeapObject executor, int read) throws IOException {
        HeapObject control = dump.follow(executor, "ctl");
        String size = isNeverFull(dump.follow(executor, "workQueue")) ? "corePoolSize" : "maximumPoolSize";
        long now = control == null ? Long.MAX_VALUE : control.number("value") & WORKERS;
        return read < now || !executor.has(size) || now < executor.number(size);
    }

    /** Whether a queue takes each task. One of a class that is not the JDK's may refuse any. */
    private static boolean isNeverFull(@Nullable HeapObject queue) {
        String type = queue == null ? "" : queue.className();
        boolean linked = type.equals(LINKED + "Queue") || type.equals(LINKED + "Deque");
        return NEVER_FULL.contains(type) || (linked && queue != null && queue.number("capacity") == Integer.MAX_VALUE);
    }

    private void readOnce() throws IOException {
        if (!read) {
            read = true;
            read();
        }
    }

    private void read() throws IOException {
        for (int i = 0; i < dump.indexed(); i++) {
            HeapObject worker = dump.indexed(i);
            HeapThread thread = worker.is(WORKER) ? threads.of(worker.reference("thread")) : null;
            if (thread != null) {
                workers.computeIfAbsent(worker.reference("this$0"), key -> new ArrayList<>())
                        .add(thread);
            }
        }
        for (Map.Entry<Long, List<HeapThread>> entry : workers.entrySet()) {
            HeapObject executor = dump.object(entry.getKey());
            if (executor == null) {
                continue;
            }
            byTermination.put(executor.reference("termination"), entry.getValue());
            for (HeapObject task : entries(executor)) {
                byTask.put(task.id(), new Queued(executor, !isOfJdk(task)));
                for (long signaller : waitsFor(task)) {
                    byTask.put(signaller, new Queued(executor, true));
                }
            }
        }
    }

    private List<HeapObject> entries(HeapObject executor) throws IOException {
        HeapObject queue = dump.follow(executor, "workQueue");
        List<HeapObject> entries = new ArrayList<>();
        if (queue == null) {
            return entries;
        }
        HeapObject array = dump.follow(queue, queue.has("items") ? "items" : "queue");
        if (array != null) {
            dump.load(array.elements());
            for (long id : array.elements()) {
                add(dump.object(id), entries);
            }
            return entries;
        }
        HeapObject node = dump.follow(queue, queue.has("head") ? "head" : "first");
        while (node != null && entries.size() < MOST_QUEUED) {
            add(dump.follow(node, "item"), entries);
            node = dump.follow(node, "next");
        }
        return entries;
    }

    private static void add(@Nullable HeapObject task, List<HeapObject> entries) {
        if (task != null && entries.size() < MOST_QUEUED) {
            entries.add(task);
        }
    }

    /**
     * The objects that threads are parked for while they wait for the future that a task completes. None if the future
     * has a time limit, because then a timer may complete it.
     */
    private List<Long> waitsFor(HeapObject task) throws IOException {
        List<Long> signallers = new ArrayList<>();
        HeapObject future = task.className().startsWith(FUTURE + "$") ? dump.follow(task, "dep") : null;
        HeapObject node = dump.follow(future, "stack");
        for (int left = MOST_QUEUED; node != null && left > 0; left--) {
            HeapObject then = dump.follow(node, "fn");
            if (then != null && then.className().equals(FUTURE + "$Canceller")) {
                return List.of();
            }
            if (node.className().equals(FUTURE + "$Signaller")) {
                signallers.add(node.id());
            }
            node = dump.follow(node, "next");
        }
        return signallers;
    }
}
