package io.vtmonitor.waits.heap;

import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.report.ThreadMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** The memory of virtual threads in the heap: the chunks of their stacks, and what their thread locals refer to. */
final class HeapMemory {
    private static final int WORD = 8;
    private static final int MOST_CHUNKS = 100;
    private static final int MOST_VALUES = 1_000_000;

    /** Entries of tables that are in memory at once. */
    private static final int MOST_ENTRIES = 200_000;

    private static final List<String> MAPS = List.of("threadLocals", "inheritableThreadLocals");

    private final HeapDump dump;
    private final Map<Long, Long> stackBytes = new HashMap<>();
    private final Map<String, Total> byType = new HashMap<>();
    private final Set<Long> values = new HashSet<>();

    private static final class Total {
        private final Set<Long> threads = new HashSet<>();
        private long values;
        private long bytes;
    }

    HeapMemory(HeapDump dump) {
        this.dump = dump;
    }

    /** Adds the memory of virtual threads. */
    void read(List<HeapObject> threads) throws IOException {
        stacks(threads);
        for (String map : MAPS) {
            locals(threads, map);
        }
    }

    /** The bytes of a thread's stack chunks, by the id of the thread. */
    Map<Long, Long> stackBytes() {
        return stackBytes;
    }

    /** What thread locals refer to, by the class of the values. */
    List<ThreadMemory.Locals> locals() {
        List<ThreadMemory.Locals> all = new ArrayList<>();
        byType.forEach((type, total) ->
                all.add(new ThreadMemory.Locals(type, total.threads.size(), total.values, total.bytes)));
        return all;
    }

    /** Adds the chunks of stacks. Each continuation has a list of chunks, whose {@code size} is in words. */
    private void stacks(List<HeapObject> threads) throws IOException {
        List<Long> numbers = new ArrayList<>();
        List<HeapObject> at = new ArrayList<>();
        follow(threads, numbers(threads), "cont", numbers, at);
        List<Long> tids = numbers;
        List<HeapObject> owners = at;
        for (int depth = 0; depth < MOST_CHUNKS && !owners.isEmpty(); depth++) {
            List<Long> nextTids = new ArrayList<>();
            List<HeapObject> chunks = new ArrayList<>();
            follow(owners, tids, depth == 0 ? "tail" : "parent", nextTids, chunks);
            for (int i = 0; i < chunks.size(); i++) {
                long words = Math.max(0, chunks.get(i).number("size"));
                stackBytes.merge(nextTids.get(i), words * WORD, Long::sum);
            }
            tids = nextTids;
            owners = chunks;
        }
    }

    private static List<Long> numbers(List<HeapObject> threads) {
        return threads.stream().map(thread -> thread.number("tid")).toList();
    }

    private void follow(
            List<HeapObject> from, List<Long> numbers, String field, List<Long> toNumbers, List<HeapObject> to)
            throws IOException {
        HeapThreads.load(dump, from, field);
        for (int i = 0; i < from.size(); i++) {
            HeapObject next = dump.follow(from.get(i), field);
            if (next != null) {
                toNumbers.add(numbers.get(i));
                to.add(next);
            }
        }
    }

    /**
     * Adds thread locals: {@code ThreadLocalMap.table} has entries whose {@code value} is the value of a thread local.
     */
    private void locals(List<HeapObject> threads, String map) throws IOException {
        List<Long> tids = new ArrayList<>();
        List<HeapObject> maps = new ArrayList<>();
        follow(threads, numbers(threads), map, tids, maps);
        List<Long> ofTables = new ArrayList<>();
        List<HeapObject> tables = new ArrayList<>();
        follow(maps, tids, "table", ofTables, tables);
        Map<Long, Set<Long>> users = new HashMap<>();
        int loaded = 0;
        for (int i = 0; i < tables.size(); i++) {
            loaded = i < loaded ? loaded : load(tables, i);
            for (long element : tables.get(i).elements()) {
                HeapObject entry = dump.object(element);
                long value = entry == null ? 0 : entry.reference("value");
                if (value != 0 && users.size() < MOST_VALUES) {
                    users.computeIfAbsent(value, key -> new HashSet<>()).add(ofTables.get(i));
                }
            }
        }
        long[] wanted = users.keySet().stream().mapToLong(Long::longValue).toArray();
        dump.measure(wanted, (id, type, bytes) -> {
            Total total = byType.computeIfAbsent(type, key -> new Total());
            if (values.size() < MOST_VALUES && values.add(id)) {
                total.values++;
                total.bytes += bytes;
            }
            total.threads.addAll(users.getOrDefault(id, Set.of()));
        });
    }

    /**
     * Reads the entries of many tables at once: in a dump of ZGC, each load may have to go through the whole file.
     *
     * @return the first table whose entries are still to be read
     */
    private int load(List<HeapObject> tables, int from) throws IOException {
        LongStream.Builder entries = LongStream.builder();
        int count = 0;
        int table = from;
        while (table < tables.size() && count < MOST_ENTRIES) {
            for (long element : tables.get(table).elements()) {
                if (element != 0) {
                    entries.add(element);
                    count++;
                }
            }
            table++;
        }
        dump.load(entries.build().toArray());
        return table;
    }
}
