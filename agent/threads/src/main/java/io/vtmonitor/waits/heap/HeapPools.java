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
import io.vtmonitor.waits.heap.LoanNotes.LoanNote;
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
 * Finds the borrowers of what pools have lent, for pools that threads wait for. A lent resource is an object of the
 * dump, and a thread that has borrowed it refers to it in a frame.
 */
final class HeapPools {
    private static final String PROXY = "java.lang.reflect.Proxy";

    /** A pool with more resources is not expected. */
    private static final int MOST_BOOKED = 10_000;

    /** The named threads of those that borrowed at the same place. */
    private static final int MOST_NAMED = 10;

    private final HeapDump dump;
    private final HeapThreads threads;
    private final Pools pools = Pools.load();
    private final SiteReader sites = new SiteReader(pools, className -> null);
    private final LoanNotes notes;
    private final Map<PoolKind, List<Lent>> lent = new LinkedHashMap<>();
    private final Map<HeapThread, Waiting> waiting = new LinkedHashMap<>();
    /** What pools have of the resources in {@link #lent}. */
    private final Set<Long> entries = new HashSet<>();
    /** How many pools of a kind there are, with or without waiting threads. */
    private final Map<Integer, Integer> existing = new HashMap<>();

    /**
     * A resource that is lent.
     *
     * @param object the object that the borrower has
     * @param pool the pool that lent it; 0 if the dump does not show that
     * @param lends the object that shows the loan: {@code object} itself, or its handler if it is a proxy; 0 if the
     *     pool's map shows the loan
     * @param held how that object shows it; null if the pool's map does
     */
    private record Lent(
            long object, long pool, long lends, @Nullable Held held) {}

    /** @param named the pool as the caller's library knows it */
    private record Waiting(PoolKind kind, Pools.Pool named, long pool) {}

    /**
     * A thread that has borrowed a resource.
     *
     * @param thread the thread; null if it has ended, or is not known
     * @param place the outermost frame that refers to the resource, or the frame that borrowed it
     * @param confidence exact if {@code place} is known to have borrowed it
     * @param note the pool's note from which the thread is known; null if it is known from a frame
     */
    private record Borrower(
            @Nullable HeapThread thread,
            @Nullable StackFrame place,
            Confidence confidence,
            @Nullable LoanNote note) {
        static final Borrower UNKNOWN = new Borrower(null, null, Confidence.UNKNOWN, null);

        WaitOperation doing() {
            if (note != null && note.hasEnded()) {
                return WaitOperation.ENDED;
            }
            boolean known = place != null || note != null;
            return thread == null || !known ? WaitOperation.UNKNOWN : HeapPools.doing(thread);
        }

        /** Borrowers with the same key are reported as one holder. */
        String key() {
            return place + " " + confidence + (note == null ? "" : " " + doing());
        }
    }

    HeapPools(HeapDump dump, HeapThreads threads) {
        this.dump = dump;
        this.threads = threads;
        notes = new LoanNotes(dump, threads, sites);
    }

    /** Classes of pools, and of the objects that callers get. */
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

    /** The pool that a thread waits for, by its frames. One of these has to refer to the pool. */
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

    /** The classes of the pool itself. */
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

    /** Adds loans that pools note themselves, and of which the dump has no object that a caller got. */
    private void booked() throws IOException {
        Set<Long> seen = new HashSet<>();
        for (Waiting wait : waiting.values()) {
            PoolKind kind = wait.kind();
            HeapObject pool = dump.object(wait.pool());
            for (Booked booked : pool == null || !seen.add(wait.pool()) ? List.<Booked>of() : kind.booked()) {
                for (HeapObject value : values(FieldPaths.follow(dump, pool, booked.map()))) {
                    HeapObject object =
                            booked.object() == null ? value : FieldPaths.follow(dump, value, booked.object());
                    if (object != null
                            && !entries.contains(object.id())
                            && Objects.equals(FieldPaths.number(dump, value, booked.number()), booked.value())) {
                        lent.computeIfAbsent(kind, key -> new ArrayList<>())
                                .add(new Lent(object.id(), wait.pool(), 0, null));
                    }
                }
            }
        }
    }

    /** The values of a {@code ConcurrentHashMap}, or the elements of an array. */
    private List<HeapObject> values(@Nullable HeapObject from) throws IOException {
        List<HeapObject> values = new ArrayList<>();
        long[] elements = from == null ? new long[0] : from.elements();
        dump.load(elements);
        for (long id : elements) {
            HeapObject value = dump.object(id);
            if (value != null && values.size() < MOST_BOOKED) {
                values.add(value);
            }
        }
        HeapObject table = dump.follow(from, "table");
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

    /** Whether the pool that threads wait for has lent a resource. */
    private boolean isOf(Lent one, Waiting wait) {
        return one.pool() == wait.pool()
                || (one.pool() == 0 && existing.getOrDefault(wait.kind().index(), 0) == 1);
    }

    /** @param lends the object that shows the loan: {@code object} itself, or its handler if it is a proxy */
    private void lent(HeapObject object, HeapObject lends) throws IOException {
        for (PoolKind kind : pools.kinds()) {
            for (Held held : kind.held()) {
                if (lends.is(held.className()) && isLent(lends, held)) {
                    HeapObject pool = held.pool() == null ? null : FieldPaths.follow(dump, lends, held.pool());
                    HeapObject entry = held.entry() == null ? null : FieldPaths.follow(dump, lends, held.entry());
                    entries.add(entry == null ? 0 : entry.id());
                    lent.computeIfAbsent(kind, key -> new ArrayList<>())
                            .add(new Lent(object.id(), pool == null ? 0 : pool.id(), lends.id(), held));
                }
            }
        }
    }

    private boolean isLent(HeapObject object, Held held) throws IOException {
        String[] open = held.open() == null ? new String[0] : held.open().split(" ", -1);
        if (open.length == 2) {
            HeapObject one = FieldPaths.follow(dump, object, open[0]);
            HeapObject other = FieldPaths.follow(dump, object, open[1]);
            if (one != null && other != null && one.id() != other.id()) {
                return false;
            }
        }
        return held.number() == null || Objects.equals(FieldPaths.number(dump, object, held.number()), held.value());
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
            outermost.forEach((object, depth) ->
                    found.computeIfAbsent(object, key -> new ArrayList<>()).add(byFrame(thread, frame(thread, depth))));
        }
        return found;
    }

    private static Borrower byFrame(HeapThread thread, @Nullable StackFrame frame) {
        return new Borrower(thread, frame, frame == null ? Confidence.UNKNOWN : Confidence.LIKELY, null);
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
        Long size = kind.fields().size() == null
                ? null
                : FieldPaths.number(dump, pool, kind.fields().size());
        Thing thing = new Thing(Kind.POOLED_OBJECT, pool.className(), name(pool, kind), pool.toString());
        all.forEach(thread -> edges.waits(thread, thing));
        Map<String, List<Borrower>> byPlace = new LinkedHashMap<>();
        int inUse = 0;
        int known = 0;
        for (Lent one : lent.getOrDefault(kind, List.of())) {
            if (isOf(one, wait)) {
                inUse++;
                Borrower borrower = borrower(one, borrowers.getOrDefault(one.object(), List.of()));
                HeapThread thread = borrower.thread();
                if (thread != null) {
                    known++;
                    edges.has(thing, thread, How.OWNS, Confidence.LIKELY);
                }
                byPlace.computeIfAbsent(borrower.key(), key -> new ArrayList<>())
                        .add(borrower);
            }
        }
        if (size == null || known < size) {
            edges.open(thing);
        }
        if (inUse == 0 || (size != null && inUse > size)) {
            return; // nothing is lent, or some of it is no longer: there is more than the pool has
        }
        List<Holder> holders = new ArrayList<>();
        byPlace.values().forEach(same -> holders.add(holder(same)));
        holders.sort(Holder.MOST_FIRST);
        edges.pool(
                thing,
                resource(wait, name(pool, kind), size, all.size(), new Look(at, inUse, all.size(), 0, inUse, holders)));
    }

    private @Nullable String name(HeapObject pool, PoolKind kind) throws IOException {
        return kind.fields().name() == null
                ? null
                : FieldPaths.text(dump, pool, kind.fields().name());
    }

    /** The borrower: the only thread with a frame that refers to the resource, else the thread that the pool notes. */
    private Borrower borrower(Lent one, List<Borrower> its) throws IOException {
        if (its.size() == 1 || one.held() == null) {
            return its.size() == 1 ? its.get(0) : Borrower.UNKNOWN;
        }
        LoanNote note = notes.read(dump.object(one.lends()), one.held());
        HeapThread thread = note.alive();
        for (Borrower each : its) {
            if (each.thread() != null && each.thread().equals(thread)) {
                return each;
            }
        }
        if (thread == null && note.borrower() == null && note.place() == null) {
            return Borrower.UNKNOWN;
        }
        if (note.place() != null || thread == null || thread.stack().isEmpty()) {
            Confidence confidence = note.place() == null ? Confidence.UNKNOWN : Confidence.EXACT;
            return new Borrower(thread, note.place(), confidence, note);
        }
        StackFrame now = sites.read(doing(thread), thread.stack()).applicationFrame();
        return new Borrower(thread, now, Confidence.LIKELY, note);
    }

    private static Holder holder(List<Borrower> same) {
        Borrower first = same.get(0);
        HeapThread thread = first.place() == null && first.note() == null ? null : first.thread();
        return new Holder(
                first.place(),
                first.confidence(),
                first.doing(),
                same.size(),
                0,
                thread == null ? List.of() : SiteReader.frames(thread.stack()),
                null,
                same.stream()
                        .map(each -> each.note() == null ? null : each.note().borrower())
                        .filter(Objects::nonNull)
                        .distinct()
                        .limit(MOST_NAMED)
                        .toList());
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
