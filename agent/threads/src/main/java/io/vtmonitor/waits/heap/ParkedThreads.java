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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds what parked threads are parked for, and the threads that have it: locks, permits, tasks, and ends of threads.
 */
final class ParkedThreads {
    private static final String LOCKS = "java.util.concurrent.locks.";
    private static final String OWNABLE = LOCKS + "AbstractOwnableSynchronizer";
    private static final String TASK = "java.util.concurrent.FutureTask";
    private static final String SIGNALLER = "java.util.concurrent.CompletableFuture$Signaller";

    private final HeapDump dump;
    private final HeapThreads threads;
    private final QueuedTasks queued;
    private final ReadLocks readers;
    private final ClosedExecutors closed;
    private final EdgesBuilder edges;
    private final Map<Long, HeapObject> blockers = new LinkedHashMap<>();
    private final Map<Long, List<HeapThread>> waiting = new HashMap<>();
    private final Map<HeapThread, HeapObject> blockerOf = new HashMap<>();

    ParkedThreads(HeapDump dump, HeapThreads threads, EdgesBuilder edges) throws IOException {
        this.dump = dump;
        this.threads = threads;
        this.edges = edges;
        queued = new QueuedTasks(dump, threads);
        readers = new ReadLocks(dump, threads, edges);
        closed = new ClosedExecutors(dump, threads, queued, edges);
        Conditions conditions = new Conditions(dump);
        List<HeapThread> parked =
                threads.alive().stream().filter(ParkedThreads::isParked).toList();
        dump.load(parked.stream().mapToLong(HeapThread::blocker).distinct().toArray());
        for (HeapThread thread : parked) {
            HeapObject named = dump.object(thread.blocker());
            HeapObject blocker = named == null ? null : conditions.reached(thread, named);
            if (blocker != null) {
                blockers.putIfAbsent(blocker.id(), blocker);
                waiting.computeIfAbsent(blocker.id(), key -> new ArrayList<>()).add(thread);
                blockerOf.put(thread, blocker);
            }
        }
    }

    /**
     * Whether a thread is parked for an object. A thread that was unparked keeps the field until it has a carrier, so
     * its state counts, too.
     */
    private static boolean isParked(HeapThread thread) {
        boolean waits = thread.state() == Thread.State.WAITING || thread.state() == Thread.State.TIMED_WAITING;
        return waits && thread.blocker() != 0;
    }

    /** The object that a thread is parked for; null if there is none. */
    @Nullable
    HeapObject blocker(HeapThread thread) {
        return blockerOf.get(thread);
    }

    /**
     * The id of the thread that has alone what a thread is parked for: the exclusive owner, or the only reader; 0 if
     * there is none, or it is not known.
     */
    long owner(@Nullable HeapObject blocker) {
        HeapThread owner = blocker == null ? null : has(blocker);
        return owner == null ? 0 : owner.tid();
    }

    private @Nullable HeapThread has(HeapObject blocker) {
        HeapThread owner = threads.of(blocker.reference("exclusiveOwnerThread"));
        return owner == null ? readers.alone(blocker) : owner;
    }

    /** Threads that have ended but still own a lock. */
    List<HeapThread> endedOwners() {
        List<HeapThread> ended = new ArrayList<>();
        for (HeapObject blocker : blockers.values()) {
            HeapThread owner = has(blocker);
            if (owner != null && owner.state() == Thread.State.TERMINATED && !ended.contains(owner)) {
                ended.add(owner);
            }
        }
        return ended;
    }

    /** Adds the waits and the owners to the edges. */
    void read() throws IOException {
        Map<Long, HeapThread> joined = joined();
        for (HeapObject blocker : blockers.values()) {
            List<HeapThread> all = waiting.getOrDefault(blocker.id(), List.of());
            HeapThread ending = joined.get(blocker.id());
            if (ending != null) {
                all.forEach(thread -> joins(thread, ending, edges));
            } else if (ClosedExecutors.mayBeAwaited(blocker)) {
                closed.read(blocker, all);
            } else if (blocker.is(TASK) || blocker.className().equals(SIGNALLER)) {
                task(blocker, all);
            } else if (blocker.className().startsWith("java.util.concurrent.Semaphore$")) {
                Thing permit = new Thing(Kind.PERMIT, blocker.className(), null, blocker.toString());
                all.forEach(thread -> edges.waits(thread, permit));
            } else if (blocker.is(OWNABLE) && blocker.reference("exclusiveOwnerThread") == 0) {
                free(blocker, all);
            }
        }
    }

    /** Adds a thread that waits for the end of another one. */
    static void joins(HeapThread thread, HeapThread ending, EdgesBuilder edges) {
        Thing end = new Thing(Kind.THREAD_END, HeapThreads.THREAD, null, "end of " + ending.tid());
        edges.waits(thread, end);
        edges.has(end, ending, How.OWNS, Confidence.EXACT);
    }

    private void task(HeapObject task, List<HeapThread> all) throws IOException {
        boolean isFuture = !task.is(TASK);
        HeapThread runner = isFuture ? null : threads.of(task.reference("runner"));
        Thing worker = runner == null ? queued.worker(task.id(), edges) : null;
        Thing thing = worker == null
                ? new Thing(
                        Kind.TASK,
                        isFuture ? "java.util.concurrent.CompletableFuture" : task.className(),
                        null,
                        task.toString())
                : worker;
        all.forEach(thread -> edges.waits(thread, thing));
        if (runner != null) {
            edges.has(thing, runner, How.OWNS, QueuedTasks.isOfJdk(task) ? Confidence.EXACT : Confidence.LIKELY);
        }
    }

    /**
     * Adds a lock without an exclusive owner: readers share it, or the next thread has been woken up but has no carrier
     * yet.
     */
    private void free(HeapObject lock, List<HeapThread> all) throws IOException {
        Thing thing = new Thing(Kind.LOCK, lock.className(), null, lock.toString());
        if (lock.className().startsWith(LOCKS + "ReentrantReadWriteLock$") && readers.share(lock, thing, all)) {
            return;
        }
        HeapObject node = dump.follow(dump.follow(lock, "head"), "next");
        HeapThread next = node == null ? null : threads.of(node.reference("waiter"));
        if (next != null && next.isReady()) {
            boolean mutex = lock.className().startsWith(LOCKS + "Reentrant");
            edges.has(thing, next, How.IS_NEXT, mutex ? Confidence.EXACT : Confidence.LIKELY);
        }
    }

    /**
     * Virtual threads by the synchronizer of their {@code termination} latch. Up to JDK 26, a thread that joins a
     * virtual thread is parked for it.
     */
    private Map<Long, HeapThread> joined() throws IOException {
        boolean latches = blockers.values().stream()
                .anyMatch(blocker -> blocker.className().equals("java.util.concurrent.CountDownLatch$Sync"));
        Map<Long, HeapThread> joined = new HashMap<>();
        if (!latches) {
            return joined;
        }
        List<HeapThread> virtual =
                threads.alive().stream().filter(HeapThread::virtual).toList();
        dump.load(virtual.stream().mapToLong(HeapThread::object).toArray());
        List<HeapObject> objects = new ArrayList<>();
        for (HeapThread thread : virtual) {
            HeapObject object = dump.object(thread.object());
            if (object != null) {
                objects.add(object);
            }
        }
        HeapThreads.load(dump, objects, "termination");
        for (HeapObject object : objects) {
            HeapObject latch = dump.follow(object, "termination");
            HeapThread thread = threads.of(object.id());
            if (latch != null && thread != null) {
                joined.put(latch.reference("sync"), thread);
            }
        }
        return joined;
    }
}
