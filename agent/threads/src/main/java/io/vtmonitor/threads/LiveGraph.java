package io.vtmonitor.threads;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.threads.Snapshots.Snapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads which thread waits for which in this JVM: from some threads to what they wait for, to the threads that have
 * that, and so on. It reads virtual and platform threads, mounted or not, in the same way. It serves one look, and
 * refers to threads and objects of the application, so do not keep it.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
public final class LiveGraph implements GraphReader {
    /** The carriers of the default scheduler. */
    public static final Thing CARRIERS = new Thing(Kind.CARRIER, "java.util.concurrent.ForkJoinPool", null, "default");

    private static final int MOST_THREADS = 5_000;

    /** The most threads with an open scope whose stacks are read, to see whether they wait for their subtasks. */
    private static final int MOST_PARENTS = 200;

    /** The most threads whose stacks are read to see whether they close an executor. */
    private static final int MOST_CLOSERS = 200;

    /**
     * The most threads whose stacks are read to see whether an interrupt may end their waits. Further ones count so.
     */
    private static final int MOST_CANCELLED = 200;

    private static final String SCOPE = "java.util.concurrent.StructuredTaskScope";

    private final JdkThreads jdk;
    private final @Nullable Monitors monitors;
    private final Function<Object, @Nullable Thread> joined;
    private final Supplier<List<Thread>> workers;
    private final WaitGraph.Builder graph = new WaitGraph.Builder();
    private final IdentityHashMap<Thread, ThreadView> views = new IdentityHashMap<>();
    private final Map<Long, Thread> byId = new HashMap<>();
    private final IdentityHashMap<Thread, Thing> ends = new IdentityHashMap<>();
    private final Set<Thing> known = new HashSet<>();
    private final Deque<Thread> next = new ArrayDeque<>();
    private @Nullable IdentityHashMap<ThreadPoolExecutor, List<Thread>> executors;
    private @Nullable IdentityHashMap<Object, ThreadPoolExecutor> queued;
    private final IdentityHashMap<ThreadPoolExecutor, FutureWorkers> ofFutures = new IdentityHashMap<>();
    private final Map<Thing, Integer> crowds = new HashMap<>();

    /** Threads that have what others wait for. */
    private final Set<Thread> owners = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The ends of executors, by the objects that threads park for to await them. */
    private final IdentityHashMap<Object, Thing> closed = new IdentityHashMap<>();

    /** The threads that wait for the readers of a read-write lock, of the locks that threads read under. */
    private final Map<Thing, Set<Thread>> waitForReaders = new HashMap<>();

    private final Set<Thread> read = Collections.newSetFromMap(new IdentityHashMap<>());
    private final @Nullable FrameProofs proofs;
    private boolean carriersOpen = true;
    private int parents;
    private int closers;
    private int cancelled;

    /**
     * A graph of which nothing is read yet.
     *
     * @param monitors finds the monitors that threads wait to enter, and their owners, on JDK 25 and later; null before
     * @param joined gives the virtual thread that threads join by parking for an object; null if the object is
     *     something else
     * @param workers gives threads that may be workers of executors, some perhaps twice; called only if threads wait
     *     for a task
     * @param proofs what class files prove of frames, for a graph with frames; null for a graph without frames
     */
    public LiveGraph(
            JdkThreads jdk,
            @Nullable Monitors monitors,
            Function<Object, @Nullable Thread> joined,
            Supplier<List<Thread>> workers,
            @Nullable FrameProofs proofs) {
        this.proofs = proofs;
        this.jdk = jdk;
        this.monitors = monitors;
        this.joined = joined;
        this.workers = workers;
    }

    /**
     * Adds the carriers and the threads that have them.
     *
     * @param parallelism how many carriers the scheduler aims at: if fewer are taken, a thread that waits for one gets
     *     it
     */
    public void carriers(List<Carrier> carriers, int parallelism) {
        int taken = 0;
        for (Carrier carrier : carriers) {
            Thread thread = carrier.virtualThread();
            taken += carrier.mounted() == null ? 0 : 1;
            if (thread != null) {
                has(CARRIERS, thread, -1, How.OWNS, Confidence.EXACT);
                read(thread);
            }
        }
        carriersOpen = taken < parallelism || taken == 0;
    }

    /** Whether a thread that is parked for this object waits for a {@code CompletableFuture}. */
    public static boolean isFuture(Object blocker) {
        return Futures.isWait(blocker);
    }

    @Override
    public void read(Thread thread) {
        next.add(thread);
        while (!next.isEmpty() && views.size() < MOST_THREADS) {
            step(next.removeFirst());
        }
    }

    /**
     * Reads the holders of an object that virtual threads are parked for, and what these wait for, and so on.
     *
     * @param waiting how many virtual threads are parked for it, including those that are read one by one
     */
    public void read(Object blocker, int waiting) {
        Thing thing = thing(blocker);
        if (thing == null || (thing.kind() == Kind.TASK && isFuture(blocker))) {
            return; // many threads may wait for futures, and only a task in a queue tells who will complete one
        }
        crowds.merge(thing, waiting, Integer::sum);
        holders(thing);
        while (!next.isEmpty() && views.size() < MOST_THREADS) {
            step(next.removeFirst());
        }
    }

    @Override
    public void waits(Thread thread, Thing thing, boolean timed) {
        graph.waits(view(thread), thing, timed);
    }

    @Override
    public void has(Thing thing, Thread thread, int tookAt, How how, Confidence confidence) {
        ThreadView view = view(thread);
        graph.has(new Has(thing, view, tookAt < 0 ? took(thing, view) : tookAt, how, confidence));
    }

    /**
     * The depth of the frame that took a lock; -1 if it is not known. If several frames took locks, it is not known
     * which of them took this one.
     */
    private int took(Thing thing, ThreadView view) {
        if (proofs == null || thing.kind() != Kind.LOCK || view.frames().isEmpty()) {
            return -1;
        }
        List<Integer> depths = proofs.tookLock(view.frames());
        return depths.size() == 1 ? depths.get(0) : -1;
    }

    @Override
    public void open(Thing thing) {
        graph.open(thing);
    }

    private void step(Thread thread) {
        ThreadView view = view(thread);
        if (!read.add(thread)) {
            return;
        }
        Phase phase = view.phase();
        boolean timed = phase == Phase.TIMED_PARKED
                || (phase == Phase.WAITING && thread.getState() == Thread.State.TIMED_WAITING)
                || (phase == Phase.PARKED && !jdk.showsTimeLimits() && parksForATime(view.frames()));
        Thread parent = jdk.scopes().parent(thread);
        if (parent != null) {
            next.add(parent);
        }
        Thing closes = closes(thread, phase);
        Thing thing = closes != null
                ? closes
                : phase == Phase.READY && view.virtual()
                        ? (jdk.hasOtherScheduler(thread) ? null : CARRIERS)
                        : wanted(thread, phase);
        if (thing != null) {
            // A thread that waits in slices never gives up.
            boolean inSlices = closes != null || Synchronizers.isOfUnpin(thing.key());
            holders(thing);
            Set<Thread> forReaders = waitForReaders.get(thing);
            boolean getsItsTurn = forReaders != null && !forReaders.contains(thread);
            boolean ends = !inSlices && (timed || isCancelled(thread, thing));
            graph.waits(view, thing, ends || hasTimer(thing) || getsItsTurn);
        }
    }

    /** Whether the stack of a parked thread, topmost frame first, shows that its wait has a time limit. */
    static boolean parksForATime(List<StackTraceElement> trace) {
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().startsWith("java.")
                    && !frame.getClassName().startsWith("jdk.internal.")) {
                return false;
            }
            if (frame.getMethodName().equals("parkNanos")) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Thing wanted(Thread thread, Phase phase) {
        return switch (phase) {
            case BLOCKED -> entered(thread);
            case PARKED, TIMED_PARKED -> {
                Object blocker = jdk.blocker(thread);
                yield blocker == null ? subtasks(thread) : thing(blocker);
            }
            case WAITING -> {
                Thing end = joins(thread);
                yield end == null ? subtasks(thread) : end;
            }
            case MOUNTED ->
                switch (stateOnCarrier(thread)) {
                    case BLOCKED -> entered(thread);
                    case WAITING -> joins(thread);
                    default -> null;
                };
            case GONE, READY -> null;
        };
    }

    /**
     * The end of the executor that a thread closes; null if it closes none. In a graph without frames, also null if it
     * has nothing that others wait for, and the executor is not its own: then it is in no deadlock.
     */
    private @Nullable Thing closes(Thread thread, Phase phase) {
        Object blocker = phase == Phase.PARKED || phase == Phase.TIMED_PARKED ? jdk.blocker(thread) : null;
        if (blocker == null
                || !ExecutorEnds.mayBe(blocker)
                || (proofs == null
                        && !owners.contains(thread)
                        && !jdk.executorEnds().isOwn(thread, blocker))
                || closers++ >= MOST_CLOSERS
                || !ExecutorEnds.isClose(List.of(thread.getStackTrace()))) {
            return null;
        }
        return closed.computeIfAbsent(blocker, key -> {
            Set<Thread> workersOfIt = Collections.newSetFromMap(new IdentityHashMap<>());
            for (List<Thread> some : List.of(workers.get(), List.copyOf(read))) {
                some.stream()
                        .filter(each -> jdk.executorEnds().of(each) == blocker)
                        .forEach(workersOfIt::add);
            }
            return new Thing(Kind.THREAD_END, ExecutorEnds.EXECUTOR, null, workersOfIt.toArray());
        });
    }

    /**
     * The subtasks that a thread waits for; null if it does not. A thread that waits for subtasks is parked without a
     * blocker.
     */
    private @Nullable Thing subtasks(Thread thread) {
        Object scope = jdk.scopes().openedBy(thread);
        if (scope == null || parents++ >= MOST_PARENTS || !TaskScopes.isJoin(List.of(thread.getStackTrace()))) {
            return null;
        }
        return new Thing(Kind.SUBTASKS, SCOPE, null, scope);
    }

    private boolean hasTimer(Thing thing) {
        return thing.kind() == Kind.SUBTASKS
                && Boolean.TRUE.equals(jdk.scopes().hasTimer(jdk.scopes().subtasks(thing.key())));
    }

    /** Whether a scope with a time limit interrupts a thread, and so ends its wait. */
    private boolean isCancelled(Thread thread, Thing thing) {
        return thing.kind() != Kind.MONITOR
                && thing.kind() != Kind.CARRIER
                && isInTimedScope(thread)
                && (cancelled++ >= MOST_CANCELLED || TaskScopes.mayEndByInterrupt(List.of(thread.getStackTrace())));
    }

    /** Whether the scope in which a thread was forked, or one around that, has a time limit. */
    private boolean isInTimedScope(Thread thread) {
        Thread subtask = thread;
        for (int i = 0; i < TaskScopes.MOST_NESTED; i++) {
            Thread parent = jdk.scopes().parent(subtask);
            if (parent == null) {
                return false;
            }
            // Before JDK 25, the parent waits with that limit, and cancels the scope then.
            if (Boolean.TRUE.equals(jdk.scopes().hasTimer(List.of(subtask))) || phase(parent) == Phase.TIMED_PARKED) {
                return true;
            }
            subtask = parent;
        }
        return false;
    }

    /** The state of the carrier of a virtual thread: it shows what a thread does that waits and holds its carrier. */
    private Thread.State stateOnCarrier(Thread virtual) {
        Thread carrier = jdk.isVirtual(virtual) ? jdk.carrier(virtual) : null;
        return carrier == null ? Thread.State.RUNNABLE : carrier.getState();
    }

    private @Nullable Thing entered(Thread thread) {
        Object monitor = monitors == null ? null : monitors.entered(thread);
        return monitor == null ? null : monitor(monitor);
    }

    private static Thing monitor(Object monitor) {
        return new Thing(Kind.MONITOR, monitor.getClass().getName(), null, monitor);
    }

    /**
     * The end of the thread that a thread joins by {@code Object.wait} on it: that of a platform thread, and on JDK 27
     * and later also of a virtual thread; null if it joins none.
     */
    private @Nullable Thing joins(Thread thread) {
        Snapshots snapshots = jdk.snapshots();
        Snapshot snapshot = snapshots == null ? null : snapshots.of(thread);
        return snapshot != null && snapshot.waitingOn() instanceof Thread ends && isJoin(snapshot.frames())
                ? end(ends)
                : null;
    }

    private Thing end(Thread thread) {
        return ends.computeIfAbsent(
                thread, key -> new Thing(Kind.THREAD_END, key.getClass().getName(), null, new Object[] {key}));
    }

    private static boolean isJoin(List<StackTraceElement> trace) {
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().equals("java.lang.Object")) {
                return frame.getClassName().equals("java.lang.Thread")
                        && frame.getMethodName().equals("join");
            }
        }
        return false;
    }

    /** The thing that threads are parked for; null if no thread can have it. */
    private @Nullable Thing thing(Object blocker) {
        Thread ending = joined.apply(blocker);
        if (ending != null) {
            return end(ending);
        }
        String type = blocker.getClass().getName();
        boolean waitsForFuture = Futures.isWait(blocker);
        if (waitsForFuture || blocker instanceof FutureTask) {
            boolean runs = blocker instanceof FutureTask<?> task && jdk.runner(task) != null;
            ThreadPoolExecutor executor = runs ? null : queued().get(blocker);
            return executor == null
                    ? new Thing(Kind.TASK, waitsForFuture ? CompletableFuture.class.getName() : type, null, blocker)
                    : new Thing(
                            Kind.WORKER,
                            executor.getClass().getName(),
                            null,
                            waitsForFuture || !Synchronizers.isOfJdk(blocker) ? anyMayComplete(executor) : executor);
        }
        if (Synchronizers.isSemaphore(blocker)) {
            return new Thing(Kind.PERMIT, type, null, blocker);
        }
        boolean has = blocker instanceof AbstractOwnableSynchronizer && !Synchronizers.isLatch(blocker);
        return has ? new Thing(Kind.LOCK, type, null, blocker) : null;
    }

    /** A key for workers that complete futures. Any thread may complete a future, so such a wait is at most likely. */
    private Object anyMayComplete(ThreadPoolExecutor executor) {
        return ofFutures.computeIfAbsent(executor, FutureWorkers::new);
    }

    private record FutureWorkers(ThreadPoolExecutor executor) {}

    /** The executor in whose queue the awaited task is, by the object that threads are parked for. */
    private IdentityHashMap<Object, ThreadPoolExecutor> queued() {
        IdentityHashMap<Object, ThreadPoolExecutor> all = queued;
        if (all == null) {
            IdentityHashMap<Object, ThreadPoolExecutor> found = new IdentityHashMap<>();
            for (ThreadPoolExecutor each : executors().keySet()) {
                jdk.queues().forEach(each, task -> {
                    if (task instanceof FutureTask) {
                        found.put(task, each);
                    }
                    jdk.futures().waits(task, wait -> found.put(wait, each));
                });
            }
            all = found;
            queued = all;
        }
        return all;
    }

    private IdentityHashMap<ThreadPoolExecutor, List<Thread>> executors() {
        IdentityHashMap<ThreadPoolExecutor, List<Thread>> all = executors;
        if (all == null) {
            all = new IdentityHashMap<>();
            Set<Thread> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Thread thread : workers.get()) {
                ThreadPoolExecutor executor = jdk.pool(thread);
                if (executor != null && seen.add(thread)) {
                    all.computeIfAbsent(executor, key -> new ArrayList<>()).add(thread);
                }
            }
            executors = all;
        }
        return all;
    }

    private void holders(Thing thing) {
        if (!known.add(thing)) {
            return;
        }
        switch (thing.kind()) {
            case LOCK -> lock(thing);
            case MONITOR -> {
                Monitors.Owner owner = monitors == null ? null : monitors.owner(thing.key());
                if (monitors != null && owner != null) {
                    boolean proven = monitors.waitsForAnother(owner)
                            || (proofs != null && proofs.ownsMonitor(owner.frames(), owner.depth()));
                    graph.has(new Has(
                            thing,
                            view(owner.thread(), owner.frames()),
                            owner.depth(),
                            How.OWNS,
                            proven ? Confidence.EXACT : Confidence.LIKELY));
                    owner(owner.thread());
                }
            }
            case THREAD_END -> {
                for (Object each : (Object[]) thing.key()) {
                    owned(thing, (Thread) each, How.OWNS, Confidence.EXACT);
                }
            }
            case TASK -> {
                Thread runs = thing.key() instanceof FutureTask<?> task ? jdk.runner(task) : null;
                if (runs != null) {
                    boolean alone = Synchronizers.isOfJdk(thing.key()); // others may complete tasks of other classes
                    owned(thing, runs, How.OWNS, alone ? Confidence.EXACT : Confidence.LIKELY);
                }
            }
            case WORKER -> workers(thing);
            case SUBTASKS -> {
                List<Thread> subtasks = jdk.scopes().subtasks(thing.key());
                boolean timeKnown = jdk.scopes().hasTimer(subtasks) != null;
                subtasks.forEach(
                        each -> owned(thing, each, How.OWNS, timeKnown ? Confidence.EXACT : Confidence.LIKELY));
                if (subtasks.size() == TaskScopes.MOST_SUBTASKS) {
                    graph.open(thing);
                }
            }
            case CARRIER, CLASS_INITIALIZATION, PERMIT, POOLED_OBJECT -> {
                // Found elsewhere, or not at all.
            }
        }
    }

    private void workers(Thing thing) {
        boolean ofFuture = thing.key() instanceof FutureWorkers;
        Object executor = thing.key() instanceof FutureWorkers of ? of.executor() : thing.key();
        List<Thread> all = executors().getOrDefault(executor, List.of());
        for (Thread worker : all) {
            owned(thing, worker, How.OWNS, ofFuture ? Confidence.LIKELY : Confidence.EXACT);
        }
        if (executor instanceof ThreadPoolExecutor pool && jdk.queues().mayHaveMore(pool, all.size())) {
            graph.open(thing); // the others may be about to run the task
        }
    }

    private void owned(Thing thing, Thread thread, How how, Confidence confidence) {
        has(thing, thread, -1, how, confidence);
        owner(thread);
    }

    private void owner(Thread thread) {
        owners.add(thread);
        next.add(thread);
    }

    private void lock(Thing thing) {
        Object lock = thing.key();
        Thread owner = jdk.owner(lock);
        if (owner != null) {
            boolean sure = Synchronizers.isOfJdk(lock) || Synchronizers.isOfUnpin(lock);
            owned(thing, owner, How.OWNS, sure ? Confidence.EXACT : Confidence.LIKELY);
            return;
        }
        Set<Thread> queued = Set.of();
        if (Synchronizers.isReadWriteLock(lock) && jdk.lockReaders().times(lock) > 0) {
            waitForReaders.put(thing, Synchronizers.waitForReaders(lock, each -> phase(each) == Phase.PARKED));
            queued = Synchronizers.queued(lock);
            Thread first = jdk.lockReaders().one(lock);
            if (first != null) {
                owned(thing, first, How.SHARES, Confidence.EXACT);
            }
            queued.stream()
                    .limit(LockReaders.MOST_QUEUED)
                    .filter(each -> each != first && jdk.lockReaders().reads(each, lock))
                    .forEach(each -> owned(thing, each, How.SHARES, Confidence.EXACT));
            return;
        }
        Thread turn = jdk.next(lock);
        boolean mutex = Synchronizers.isReentrantLock(lock) || Synchronizers.isReadWriteLock(lock);
        if (turn != null && jdk.isVirtual(turn) && jdk.phase(turn) == Phase.READY) {
            owned(thing, turn, How.IS_NEXT, mutex ? Confidence.EXACT : Confidence.LIKELY);
        }
    }

    private ThreadView view(Thread thread) {
        return view(thread, null);
    }

    private ThreadView view(Thread thread, @Nullable List<StackTraceElement> frames) {
        return views.computeIfAbsent(thread, key -> {
            byId.put(key.getId(), key);
            List<StackTraceElement> its =
                    proofs == null ? List.of() : frames != null ? frames : List.of(key.getStackTrace());
            return new ThreadView(
                    key.getId(), key.getName(), jdk.isVirtual(key), phase(key), carrierName(key), null, its);
        });
    }

    private @Nullable String carrierName(Thread thread) {
        Thread carrier = jdk.isVirtual(thread) ? jdk.carrier(thread) : null;
        return carrier == null ? null : carrier.getName();
    }

    /** The phase of a thread. A waiting platform thread without a blocker counts as waiting on an object. */
    private Phase phase(Thread thread) {
        if (jdk.isVirtual(thread)) {
            return jdk.phase(thread);
        }
        return switch (thread.getState()) {
            case BLOCKED -> Phase.BLOCKED;
            case WAITING -> LockSupport.getBlocker(thread) == null ? Phase.WAITING : Phase.PARKED;
            case TIMED_WAITING -> LockSupport.getBlocker(thread) == null ? Phase.WAITING : Phase.TIMED_PARKED;
            case RUNNABLE -> Phase.MOUNTED;
            case NEW, TERMINATED -> Phase.GONE;
        };
    }

    /** The chain of holders from an object that threads are parked for, or a monitor that they wait to enter. */
    public List<Has> chain(Object from, WaitGraph read) {
        Thing parked = thing(from);
        List<Has> chain = parked == null ? List.of() : read.chain(parked);
        return chain.isEmpty() ? read.chain(monitor(from)) : chain;
    }

    /** The thread of a view. */
    public Thread thread(ThreadView view) {
        Thread thread = byId.get(view.id());
        if (thread == null) {
            throw new IllegalArgumentException("no thread of this graph");
        }
        return thread;
    }

    @Override
    public WaitGraph graph() {
        if (carriersOpen) {
            graph.open(CARRIERS);
        }
        if (crowds.isEmpty()) {
            return graph.build();
        }
        Map<Thing, Integer> inGraph = new HashMap<>();
        for (WaitsFor wait : graph.build().waits()) {
            if (wait.thread().virtual()) {
                inGraph.merge(wait.thing(), 1, Integer::sum);
            }
        }
        crowds.forEach((thing, waiting) -> graph.crowd(thing, Math.max(0, waiting - inGraph.getOrDefault(thing, 0))));
        return graph.build();
    }
}
