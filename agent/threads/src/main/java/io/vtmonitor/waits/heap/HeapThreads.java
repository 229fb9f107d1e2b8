package io.vtmonitor.waits.heap;

import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.heap.ThreadRoot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The threads of a heap dump. */
final class HeapThreads {
    static final String THREAD = "java.lang.Thread";

    private static final String VIRTUAL = "java.lang.VirtualThread";
    private static final int AT_ONCE = 20_000;

    private final Map<Long, HeapThread> byObject = new HashMap<>();
    private final List<HeapThread> alive = new ArrayList<>();
    private final HeapScopes scopes = new HeapScopes();
    private final HeapMemory memory;
    private int leftOut;

    private HeapThreads(HeapDump dump) {
        memory = new HeapMemory(dump);
    }

    /**
     * Reads the threads.
     *
     * @param most how many threads are read at most; further virtual threads are only counted
     */
    static HeapThreads of(HeapDump dump, int most) throws IOException {
        HeapThreads threads = new HeapThreads(dump);
        ThreadStates states = new ThreadStates(dump);
        Map<Long, ThreadRoot> roots = new HashMap<>();
        dump.threads().forEach(root -> roots.put(root.object(), root));
        Map<Long, Integer> statuses = threads.platform(dump, roots);
        List<HeapObject> batch = new ArrayList<>();
        for (int i = 0; i < dump.indexed(); i++) {
            HeapObject one = dump.indexed(i);
            if (one.is(VIRTUAL)) {
                batch.add(one);
            }
            if (batch.size() == AT_ONCE || (i == dump.indexed() - 1 && !batch.isEmpty())) {
                threads.virtual(dump, batch, roots, states, statuses, most);
                batch.clear();
            }
        }
        return threads;
    }

    /** Reads platform threads, and returns their statuses by object. */
    private Map<Long, Integer> platform(HeapDump dump, Map<Long, ThreadRoot> roots) throws IOException {
        List<HeapObject> all = new ArrayList<>();
        for (int i = 0; i < dump.indexed(); i++) {
            HeapObject one = dump.indexed(i);
            if (one.is(THREAD) && !one.is(VIRTUAL)) {
                all.add(one);
            }
        }
        load(dump, all, "holder", "name");
        loadNames(dump, all);
        Map<Long, Integer> statuses = new HashMap<>();
        for (HeapObject one : all) {
            HeapObject holder = dump.follow(one, "holder");
            int status = (int) (holder == null ? one : holder).number("threadStatus"); // JDK 18 and earlier: its own
            statuses.put(one.id(), status);
            ThreadRoot root = roots.get(one.id());
            VisibleFrames frames = VisibleFrames.ofCarrier(root == null ? List.of() : dump.stack(root.stack()));
            add(
                    new HeapThread(
                            one.id(),
                            one.number("tid"),
                            name(dump, one),
                            false,
                            ThreadStates.ofPlatform(status),
                            0,
                            0,
                            one.reference("parkBlocker"),
                            frames.frames(),
                            frames.depths(),
                            root),
                    one);
        }
        return statuses;
    }

    private void virtual(
            HeapDump dump,
            List<HeapObject> batch,
            Map<Long, ThreadRoot> roots,
            ThreadStates states,
            Map<Long, Integer> statuses,
            int most)
            throws IOException {
        loadNames(dump, batch);
        List<HeapObject> living = new ArrayList<>();
        for (HeapObject one : batch) {
            if (byObject.size() >= most) {
                leftOut++;
                continue;
            }
            long carrier = one.reference("carrierThread");
            ThreadRoot own = roots.get(one.id());
            ThreadRoot root = own == null ? roots.get(carrier) : own;
            List<StackTraceElement> stack = root == null ? List.of() : dump.stack(root.stack());
            VisibleFrames frames = own == null ? VisibleFrames.mounted(stack) : VisibleFrames.of(stack);
            add(
                    new HeapThread(
                            one.id(),
                            one.number("tid"),
                            name(dump, one),
                            true,
                            states.ofVirtual((int) one.number("state"), statuses.getOrDefault(carrier, 0)),
                            carrier,
                            one.reference("scheduler"),
                            one.reference("parkBlocker"),
                            frames.frames(),
                            frames.depths(),
                            root),
                    one);
            if (isAlive(byObject.get(one.id()))) {
                living.add(one);
            }
        }
        memory.read(living);
    }

    private void add(HeapThread thread, HeapObject object) {
        byObject.put(thread.object(), thread);
        if (isAlive(thread)) {
            alive.add(thread);
            scopes.add(thread, object);
        }
    }

    private static boolean isAlive(@Nullable HeapThread thread) {
        return thread != null && thread.state() != Thread.State.NEW && thread.state() != Thread.State.TERMINATED;
    }

    private static String name(HeapDump dump, HeapObject thread) throws IOException {
        return Objects.requireNonNullElse(dump.text(thread.reference("name")), "");
    }

    private static void loadNames(HeapDump dump, List<HeapObject> threads) throws IOException {
        load(dump, threads, "name");
        List<HeapObject> names = new ArrayList<>();
        for (HeapObject thread : threads) {
            HeapObject name = dump.follow(thread, "name");
            if (name != null) {
                names.add(name);
            }
        }
        load(dump, names, "value");
    }

    /** Reads the objects that fields of many objects refer to, all at once. */
    static void load(HeapDump dump, List<HeapObject> from, String... fields) throws IOException {
        long[] ids = from.stream()
                .flatMapToLong(one -> Arrays.stream(fields).mapToLong(one::reference))
                .toArray();
        dump.load(ids);
    }

    /** The thread with this object; null if the object is no thread. */
    @Nullable
    HeapThread of(long object) {
        return byObject.get(object);
    }

    /** The threads that have started and not ended. */
    List<HeapThread> alive() {
        return alive;
    }

    /** The open structured scopes. */
    HeapScopes scopes() {
        return scopes;
    }

    /** The memory of the virtual threads in the heap. */
    HeapMemory memory() {
        return memory;
    }

    /** How many virtual threads were not read because there are too many. */
    int leftOut() {
        return leftOut;
    }
}
