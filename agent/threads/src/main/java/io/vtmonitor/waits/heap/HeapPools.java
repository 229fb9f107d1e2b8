package io.vtmonitor.waits.heap;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapDump.Local;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.heap.ThreadRoot;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ResourcePool.Holder;
import io.vtmonitor.report.ResourcePool.Look;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.PoolKind;
import io.vtmonitor.waits.PoolKind.Booked;
import io.vtmonitor.waits.PoolKind.Held;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who has what pools have lent while threads wait for them: what is lent is an object that the dump has, and a thread
 * that has it refers to it in a frame.
 */
final class HeapPools {
    private static final String PROXY = "java.lang.reflect.Proxy";

    /** No pool has more. */
    private static final int MOST_BOOKED = 10_000;

    private final HeapDump dump;
    private final HeapThreads threads;
    private final Pools pools = Pools.load();
    private final Map<PoolKind, List<Lent>> lent = new LinkedHashMap<>();
    private final Map<HeapThread, Waiting> waiting = new LinkedHashMap<>();
    /** How many pools of a kind there are, whoever waits for them. */
    private final Map<Integer, Integer> existing = new HashMap<>();

    /**
     * Something that is lent.
     *
     * @param object what its borrower has
     * @param pool that lent it; 0 where the dump does not tell
     */
    private record Lent(long object, long pool) {}

    /** @param named the pool as the caller's library knows it */
    private record Waiting(PoolKind kind, Pools.Pool named, long pool) {}

    /** A thread that has some of it, in the outermost frame of the application that refers to it. */
    private record Borrower(HeapThread thread, @Nullable StackFrame place) {}

    HeapPools(HeapDump dump, HeapThreads threads) {
        this.dump = dump;
        this.threads = threads;
    }

    /** Classes of pools, and of what their callers have. */
    static Set<String> classes() {
        Set<String> names = new HashSet<>(Set.of(PROXY));
        Pools.load().kinds().stream().filter(kind -> !kind.held().isEmpty()).forEach(kind -> {
            kind.held().forEach(held -> names.add(held.className()));
            names.addAll(classes(kind));
        });
        return names;
    }

    void read(Instant at, EdgesBuilder edges) throws IOException {
        for (HeapThread thread : threads.alive()) {
            Waiting wait = waits(thread);
            if (wait != null) {
                waiting.put(thread, wait);
            }
        }
        if (waiting.isEmpty()) {
            return;
        }
        lent();
        booked();
        Map<Long, List<Borrower>> borrowers = borrowers();
        Map<String, List<HeapThread>> byPool = new LinkedHashMap<>();
        waiting.forEach((thread, wait) -> byPool.computeIfAbsent(
                        wait.named().name() + " " + wait.pool(), key -> new ArrayList<>())
                .add(thread));
        for (List<HeapThread> all : byPool.values()) {
            pool(all, borrowers, at, edges);
        }
    }

    /** What a thread waits for by its frames; one of these refers to the pool. */
    private @Nullable Waiting waits(HeapThread thread) throws IOException {
        boolean waits = thread.state() == Thread.State.WAITING || thread.state() == Thread.State.TIMED_WAITING;
        int first = 0;
        while (first < thread.stack().size()
                && JdkNames.isJdk(thread.stack().get(first).getClassName())) {
            first++;
        }
        Pools.Pool named = waits && first < thread.stack().size() ? pools.of(thread.stack(), first) : null;
        if (named == null) {
            return null;
        }
        for (PoolKind kind : pools.kinds()) {
            if (kind.packages().equals(named.packages())) {
                HeapObject pool = pool(thread, kind);
                if (pool != null) {
                    return new Waiting(kind, named, pool.id());
                }
            }
        }
        return null;
    }

    private @Nullable HeapObject pool(HeapThread thread, PoolKind kind) throws IOException {
        ThreadRoot root = thread.root();
        for (Local local : root == null ? List.<Local>of() : dump.locals(root.number())) {
            HeapObject object = dump.object(local.object());
            if (object != null && isPool(object, kind)) {
                return object;
            }
        }
        return null;
    }

    private static boolean isPool(HeapObject object, PoolKind kind) {
        return classes(kind).stream().anyMatch(object::is);
    }

    /** Of the pool itself. */
    private static List<String> classes(PoolKind kind) {
        List<String> classes = new ArrayList<>(kind.objects());
        kind.places().stream()
                .filter(place -> place.poolField() == null)
                .forEach(place -> classes.add(place.className().replace('/', '.')));
        return classes;
    }

    private void lent() throws IOException {
        Set<Long> handlers = new HashSet<>();
        for (int i = 0; i < dump.indexed(); i++) {
            HeapObject object = dump.indexed(i);
            HeapObject handler = object.is(PROXY) ? dump.follow(object, "h") : null;
            if (handler != null && handlers.add(handler.id())) {
                lent(object, handler);
            }
        }
        for (int i = 0; i < dump.indexed(); i++) {
            HeapObject object = dump.indexed(i);
            if (!object.is(PROXY) && !handlers.contains(object.id())) {
                lent(object, object);
                pools.kinds().stream()
                        .filter(kind -> isPool(object, kind))
                        .forEach(kind -> existing.merge(kind.index(), 1, Integer::sum));
            }
        }
    }

    /** What the pools that threads wait for note themselves, where their callers have nothing that tells. */
    private void booked() throws IOException {
        Set<Long> seen = new HashSet<>();
        for (Waiting wait : waiting.values()) {
            PoolKind kind = wait.kind();
            boolean isKnown = lent.getOrDefault(kind, List.of()).stream().anyMatch(one -> isOf(one, wait));
            HeapObject pool = dump.object(wait.pool());
            for (Booked booked :
                    isKnown || pool == null || !seen.add(wait.pool()) ? List.<Booked>of() : kind.booked()) {
                for (HeapObject value : values(path(pool, booked.map()))) {
                    HeapObject object = path(value, booked.object());
                    if (object != null && Objects.equals(number(value, booked.number()), booked.value())) {
                        lent.computeIfAbsent(kind, key -> new ArrayList<>()).add(new Lent(object.id(), wait.pool()));
                    }
                }
            }
        }
    }

    /** Of a {@code ConcurrentHashMap}. */
    private List<HeapObject> values(@Nullable HeapObject map) throws IOException {
        List<HeapObject> values = new ArrayList<>();
        HeapObject table = dump.follow(map, "table");
        if (table == null) {
            return values;
        }
        dump.load(table.elements());
        for (long bin : table.elements()) {
            HeapObject node = dump.object(bin);
            while (node != null && node.has("val") && values.size() < MOST_BOOKED) {
                HeapObject value = dump.follow(node, "val");
                if (value != null) {
                    values.add(value);
                }
                node = dump.follow(node, "next");
            }
        }
        return values;
    }

    /** Whether the pool that is waited for has lent it. */
    private boolean isOf(Lent one, Waiting wait) {
        return one.pool() == wait.pool()
                || (one.pool() == 0 && existing.getOrDefault(wait.kind().index(), 0) == 1);
    }

    /** @param lends what tells of the loan: the object itself, or the handler of that proxy */
    private void lent(HeapObject object, HeapObject lends) throws IOException {
        for (PoolKind kind : pools.kinds()) {
            for (Held held : kind.held()) {
                if (lends.is(held.className()) && isLent(lends, held)) {
                    HeapObject pool = held.pool() == null ? null : path(lends, held.pool());
                    lent.computeIfAbsent(kind, key -> new ArrayList<>())
                            .add(new Lent(object.id(), pool == null ? 0 : pool.id()));
                }
            }
        }
    }

    private boolean isLent(HeapObject object, Held held) throws IOException {
        return held.number() == null || Objects.equals(number(object, held.number()), held.value());
    }

    private @Nullable HeapObject path(@Nullable HeapObject from, String path) throws IOException {
        HeapObject at = from;
        for (String field : path.split("\\.", -1)) {
            at = dump.follow(at, field);
        }
        return at;
    }

    /** A number, which may be in an object of the JDK. */
    private @Nullable Long number(HeapObject from, String path) throws IOException {
        int last = path.lastIndexOf('.');
        HeapObject owner = last < 0 ? from : path(from, path.substring(0, last));
        String field = path.substring(last + 1);
        if (owner == null || !owner.has(field)) {
            return null;
        }
        HeapObject boxed = dump.object(owner.reference(field));
        return boxed == null ? Long.valueOf(owner.number(field)) : boxed.has("value") ? boxed.number("value") : null;
    }

    private Map<Long, List<Borrower>> borrowers() {
        Set<Long> wanted = new HashSet<>();
        lent.values().forEach(all -> all.forEach(one -> wanted.add(one.object())));
        Map<Long, List<Borrower>> found = new HashMap<>();
        for (HeapThread thread : wanted.isEmpty() ? List.<HeapThread>of() : threads.alive()) {
            ThreadRoot root = thread.root();
            Map<Long, Integer> outermost = new LinkedHashMap<>();
            for (Local local : root == null ? List.<Local>of() : dump.locals(root.number())) {
                if (wanted.contains(local.object())) {
                    outermost.merge(local.object(), local.depth(), Math::max);
                }
            }
            outermost.forEach((object, depth) -> found.computeIfAbsent(object, key -> new ArrayList<>())
                    .add(new Borrower(thread, frame(thread, depth))));
        }
        return found;
    }

    private static @Nullable StackFrame frame(HeapThread thread, int depth) {
        for (int i = 0; i < thread.stack().size(); i++) {
            if (thread.depths().get(i) == depth) {
                return StackFrame.of(thread.stack().get(i));
            }
        }
        return null;
    }

    private void pool(List<HeapThread> all, Map<Long, List<Borrower>> borrowers, Instant at, EdgesBuilder edges)
            throws IOException {
        Waiting wait = Objects.requireNonNull(waiting.get(all.get(0)));
        PoolKind kind = wait.kind();
        HeapObject pool = dump.object(wait.pool());
        if (pool == null) {
            return;
        }
        Long size =
                kind.fields().size() == null ? null : number(pool, kind.fields().size());
        Thing thing = new Thing(Kind.POOLED_OBJECT, pool.className(), name(pool, kind), pool.toString());
        all.forEach(thread -> edges.waits(thread, thing));
        Map<String, List<Borrower>> byPlace = new LinkedHashMap<>();
        int inUse = 0;
        int known = 0;
        for (Lent one : lent.getOrDefault(kind, List.of())) {
            if (isOf(one, wait)) {
                inUse++;
                List<Borrower> its = borrowers.getOrDefault(one.object(), List.of());
                if (its.size() == 1) {
                    Borrower borrower = its.get(0);
                    known++;
                    edges.has(thing, borrower.thread(), How.OWNS, Confidence.LIKELY);
                    byPlace.computeIfAbsent(String.valueOf(borrower.place()), key -> new ArrayList<>())
                            .add(borrower);
                } else {
                    byPlace.computeIfAbsent("", key -> new ArrayList<>()).add(new Borrower(all.get(0), null));
                }
            }
        }
        if (size == null || known < size) {
            edges.open(thing);
        }
        if (inUse == 0 || (size != null && inUse > size)) {
            return; // nothing is lent, or the dump has more of what was lent than this pool has
        }
        List<Holder> holders = new ArrayList<>();
        byPlace.values().forEach(same -> holders.add(holder(same)));
        holders.sort(Holder.MOST_FIRST);
        edges.pool(
                thing,
                resource(wait, name(pool, kind), size, all.size(), new Look(at, inUse, all.size(), 0, inUse, holders)));
    }

    private @Nullable String name(HeapObject pool, PoolKind kind) throws IOException {
        if (kind.fields().name() == null) {
            return null;
        }
        int last = kind.fields().name().lastIndexOf('.');
        HeapObject owner = last < 0 ? pool : path(pool, kind.fields().name().substring(0, last));
        return owner == null
                ? null
                : dump.text(owner.reference(kind.fields().name().substring(last + 1)));
    }

    private static Holder holder(List<Borrower> same) {
        Borrower first = same.get(0);
        HeapThread thread = first.thread();
        boolean known = first.place() != null;
        return new Holder(
                first.place(),
                known ? Confidence.LIKELY : Confidence.UNKNOWN,
                known ? doing(thread) : WaitOperation.UNKNOWN,
                same.size(),
                0,
                known ? SiteReader.frames(thread.stack()) : List.of(),
                null);
    }

    private static WaitOperation doing(HeapThread thread) {
        Phase phase = switch (thread.state()) {
            case BLOCKED -> Phase.BLOCKED;
            case WAITING, TIMED_WAITING -> Phase.PARKED;
            case RUNNABLE -> thread.isReady() ? Phase.READY : Phase.MOUNTED;
            case NEW, TERMINATED -> Phase.GONE;
        };
        return Operations.of(phase, thread.stack());
    }

    private static ResourcePool resource(
            Waiting wait, @Nullable String name, @Nullable Long size, int threads, Look look) {
        return new ResourcePool(
                new ResourcePool.Description(
                        wait.named().name(), name, wait.named().lends(), size == null ? null : size.intValue(), null),
                new ResourcePool.Occupancy(look.inUse(), look.inUse(), null, threads, threads),
                ResourcePool.Usage.NONE,
                look,
                null);
    }
}
