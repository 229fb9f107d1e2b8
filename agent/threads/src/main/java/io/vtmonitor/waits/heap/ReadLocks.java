package io.vtmonitor.waits.heap;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.model.Confidence;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds readers of a {@code ReentrantReadWriteLock}. The lock itself knows only the first reader, the last one, and how
 * many there are.
 */
final class ReadLocks {
    /** Nodes of a queue that are read, to find the first thread that wants to write. */
    private static final int MOST_NODES = 10_000;

    /** Waiting threads whose thread locals are searched for a read hold. */
    private static final int MOST_CHECKED = 100;

    private final HeapDump dump;
    private final HeapThreads threads;
    private final EdgesBuilder edges;

    ReadLocks(HeapDump dump, HeapThreads threads, EdgesBuilder edges) {
        this.dump = dump;
        this.threads = threads;
        this.edges = edges;
    }

    /**
     * Adds the readers that are found, and the waits that do not depend on them.
     *
     * @param waiting the threads that wait for the lock
     * @return whether any thread reads
     */
    boolean share(HeapObject lock, Thing thing, List<HeapThread> waiting) throws IOException {
        boolean wide = lock.is("java.util.concurrent.locks.AbstractQueuedLongSynchronizer");
        if (lock.number("state") >>> (wide ? Integer.SIZE : Short.SIZE) == 0) {
            return false;
        }
        Set<HeapThread> known = new LinkedHashSet<>();
        HeapThread first = threads.of(lock.reference("firstReader"));
        if (first != null && lock.number("firstReaderHoldCount") > 0) {
            known.add(first);
        }
        long key = lock.reference("readHolds");
        for (HeapThread thread : waiting.subList(0, Math.min(MOST_CHECKED, waiting.size()))) {
            if (reads(thread, key)) {
                known.add(thread);
            }
        }
        known.forEach(thread -> edges.has(thing, thread, How.SHARES, Confidence.EXACT));
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

    private boolean reads(HeapThread thread, long key) throws IOException {
        HeapObject map = dump.follow(dump.object(thread.object()), "threadLocals");
        HeapObject table = dump.follow(map, "table");
        if (table == null) {
            return false;
        }
        dump.load(table.elements());
        for (long id : table.elements()) {
            HeapObject entry = dump.object(id);
            if (entry != null && entry.reference("referent") == key) {
                HeapObject counter = dump.follow(entry, "value");
                return counter != null && counter.number("count") > 0;
            }
        }
        return false;
    }
}
