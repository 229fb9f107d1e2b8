package io.vtmonitor.waits.heap;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.model.Confidence;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds readers of a {@code ReentrantReadWriteLock}. The lock itself knows its first reader and how often it is read. A
 * thread local of each other reader has the number of its holds, in an object that names the thread.
 */
final class ReadLocks {
    /** The class of the values of these thread locals. */
    static final String COUNTER = "java.util.concurrent.locks.ReentrantReadWriteLock$Sync$HoldCounter";

    /** Nodes of a queue that are read, to find the first thread that wants to write. */
    private static final int MOST_NODES = 10_000;

    /** Threads whose thread locals are searched for read holds. */
    private static final int MOST_READERS = 5_000;

    private final HeapDump dump;
    private final HeapThreads threads;
    private final EdgesBuilder edges;
    private final Map<Long, HeapThread> alone = new HashMap<>();
    private @Nullable Map<Long, Map<HeapThread, Long>> counted;

    ReadLocks(HeapDump dump, HeapThreads threads, EdgesBuilder edges) {
        this.dump = dump;
        this.threads = threads;
        this.edges = edges;
    }

    /** The thread that has all read holds of a lock; null if there is none, or it is not known. */
    @Nullable
    HeapThread alone(HeapObject lock) {
        return alone.get(lock.id());
    }

    /**
     * Adds the readers that are found, and the waits that do not depend on them.
     *
     * @param waiting the threads that wait for the lock
     * @return whether any thread reads
     */
    boolean share(HeapObject lock, Thing thing, List<HeapThread> waiting) throws IOException {
        boolean wide = lock.is("java.util.concurrent.locks.AbstractQueuedLongSynchronizer");
        long holds = lock.number("state") >>> (wide ? Integer.SIZE : Short.SIZE);
        if (holds == 0) {
            return false;
        }
        Map<HeapThread, Long> readers = readers(lock);
        readers.forEach((thread, count) -> {
            edges.has(thing, thread, How.SHARES, Confidence.EXACT);
            if (count == holds) {
                alone.put(lock.id(), thread);
            }
        });
        if (readers.values().stream().mapToLong(Long::longValue).sum() < holds) {
            edges.open(thing);
        }
        Set<HeapThread> before = beforeWriter(lock);
        waiting.stream()
                .filter(thread -> before == null || before.contains(thread))
                .forEach(thread -> edges.waitsForAWhile(thread, thing));
        return true;
    }

    /**
     * The threads in the queue before the first one that wants to write and has no time limit. Readers do not wait for
     * readers: these get the lock as soon as the writers before them have given up. Null if no thread is seen to want
     * to write without a time limit.
     */
    private @Nullable Set<HeapThread> beforeWriter(HeapObject lock) throws IOException {
        Set<HeapThread> before = new HashSet<>();
        HeapObject node = dump.follow(dump.follow(lock, "head"), "next");
        for (int i = 0; node != null && i < MOST_NODES; i++) {
            HeapThread thread = threads.of(node.reference("waiter"));
            if (thread != null) {
                if (!node.className().endsWith("$SharedNode") && thread.state() == Thread.State.WAITING) {
                    return before;
                }
                before.add(thread);
            }
            node = dump.follow(node, "next");
        }
        return null;
    }

    /** The readers that are known, with the number of their holds. */
    private Map<HeapThread, Long> readers(HeapObject lock) throws IOException {
        Map<HeapThread, Long> readers = new LinkedHashMap<>();
        HeapThread first = threads.of(lock.reference("firstReader"));
        if (first != null && lock.number("firstReaderHoldCount") > 0) {
            readers.put(first, lock.number("firstReaderHoldCount"));
        }
        if (counted == null) {
            counted = counted();
        }
        counted.getOrDefault(lock.reference("readHolds"), Map.of())
                .forEach((thread, count) -> readers.merge(thread, count, Long::sum));
        return readers;
    }

    /** The read holds in thread locals, by the thread local of a lock and by thread. */
    private Map<Long, Map<HeapThread, Long>> counted() throws IOException {
        Map<Long, Long> counts = new HashMap<>();
        Set<Long> tids = new HashSet<>();
        for (int i = 0; i < dump.indexed(); i++) {
            HeapObject counter = dump.indexed(i);
            if (counter.is(COUNTER) && counter.number("count") > 0) {
                counts.put(counter.id(), counter.number("count"));
                tids.add(counter.number("tid"));
            }
        }
        List<HeapThread> reading = threads.alive().stream()
                .filter(thread -> tids.contains(thread.tid()))
                .limit(MOST_READERS)
                .toList();
        dump.load(reading.stream().mapToLong(HeapThread::object).toArray());
        Map<Long, Map<HeapThread, Long>> found = new HashMap<>();
        for (HeapThread thread : reading) {
            HeapObject table = FieldPaths.follow(dump, dump.object(thread.object()), "threadLocals.table");
            long[] entries = table == null ? new long[0] : table.elements();
            dump.load(entries);
            for (long id : entries) {
                HeapObject entry = dump.object(id);
                Long count = entry == null ? null : counts.get(entry.reference("value"));
                if (entry != null && count != null) {
                    found.computeIfAbsent(entry.reference("referent"), key -> new LinkedHashMap<>())
                            .put(thread, count);
                }
            }
        }
        return found;
    }
}
