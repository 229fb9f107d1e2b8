package io.vtmonitor.threads;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.common.PlatformThreads;
import io.vtmonitor.graph.Phase;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All fields of the JDK that describe its threads: where a virtual thread is and on which carrier, what it waits for,
 * and who has that. Plain and volatile reads of fields that others write: an answer may be of a moment ago, never wrong
 * for a thread that stays. Takes no lock and calls no code of the application.
 *
 * <p>Each field is looked up by itself. Where one is missing, the methods that need it answer that nothing is known,
 * and {@link #missing} names it.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
public final class JdkThreads {
    /** Threads in the queue of a read-write lock that are asked whether they read. */
    static final int MOST_QUEUED = 100;

    private static final int SUSPENDED = 1 << 8;

    /** A timer that is later than that has run out, and no carrier has taken it up. */
    private static final long OVERDUE_NANOS = 1_000_000;

    private final JdkInternals internals;
    private final JdkFields fields;

    private final Class<?> virtualThread;
    private final VarHandle state;

    /** Read when the first virtual thread is met: to read a constant of {@code VirtualThread} initializes it. */
    private volatile @Nullable States states;
    /** The timer of a thread that waits for a time; null before JDK 25, where carriers do not take up timers. */
    private final @Nullable VarHandle timer;

    private final @Nullable VarHandle scheduler;
    private final @Nullable VarHandle carrierOf;
    private final @Nullable Class<?> carrierThread;
    private final @Nullable VarHandle continuation;
    private final @Nullable VarHandle target;
    /** What threads that join a virtual thread are parked for; JDK 27 has no such latch. */
    private final @Nullable VarHandle termination;

    private final @Nullable VarHandle latchSync;
    private final @Nullable VarHandle runner;
    private final @Nullable VarHandle firstWaiter;
    private final @Nullable VarHandle longFirstWaiter;
    private final @Nullable VarHandle conditionLock;
    private final @Nullable VarHandle longConditionLock;
    private final @Nullable VarHandle exclusiveOwner;
    private final @Nullable VarHandle synchronizerState;
    private final @Nullable VarHandle longSynchronizerState;
    private final @Nullable WaitQueue queue;
    private final @Nullable WaitQueue longQueue;
    private final @Nullable VarHandle firstReader;
    private final @Nullable VarHandle firstReaderHolds;
    private final @Nullable VarHandle readHolds;
    private final @Nullable VarHandle holdCount;
    private final @Nullable VarHandle threadLocals;
    private final @Nullable VarHandle threadLocalTable;
    private final @Nullable VarHandle threadLocalValue;
    private final @Nullable VarHandle taskHolder;
    private final @Nullable VarHandle task;
    private final @Nullable VarHandle continuationOf;
    private final @Nullable VarHandle taskOfVirtual;
    private final @Nullable VarHandle workersPool;
    private final WorkQueues queues;
    private final Futures futures;
    private final TaskScopes scopes;
    private final @Nullable Snapshots snapshots;

    /**
     * Does not initialize {@code VirtualThread}.
     *
     * @throws ReflectiveOperationException if the state of virtual threads can't be read: nothing can be found then
     */
    public JdkThreads(JdkInternals internals) throws ReflectiveOperationException {
        this(internals, name -> false);
    }

    /** @param hidden fields, {@code class.field}, that are taken to be missing */
    JdkThreads(JdkInternals internals, Predicate<String> hidden) throws ReflectiveOperationException {
        this.internals = internals;
        fields = new JdkFields(internals, hidden);
        String aqs = AbstractQueuedSynchronizer.class.getName();
        String longAqs = AbstractQueuedLongSynchronizer.class.getName();
        virtualThread = JdkInternals.named("java.lang.VirtualThread");
        state = internals.in(virtualThread).findVarHandle(virtualThread, "state", int.class);
        timer = Runtime.version().feature() < 25
                ? null
                : fields.of("java.lang.VirtualThread", "timeoutTask", Future.class.getName());
        scheduler = fields.of("java.lang.VirtualThread", "scheduler", "java.util.concurrent.Executor");
        carrierOf = fields.of("java.lang.VirtualThread", "carrierThread", Thread.class.getName());
        carrierThread = fields.type("jdk.internal.misc.CarrierThread");
        continuation = fields.of(Thread.class.getName(), "cont", "jdk.internal.vm.Continuation");
        target = fields.of("jdk.internal.vm.Continuation", "target", Runnable.class.getName());
        boolean joinsByLatch = Runtime.version().feature() < 27;
        termination = joinsByLatch
                ? fields.of("java.lang.VirtualThread", "termination", CountDownLatch.class.getName())
                : null;
        latchSync = joinsByLatch
                ? fields.of(CountDownLatch.class.getName(), "sync", CountDownLatch.class.getName() + "$Sync")
                : null;
        runner = fields.of(FutureTask.class.getName(), "runner", Thread.class.getName());
        firstWaiter = fields.of(aqs + "$ConditionObject", "firstWaiter", aqs + "$ConditionNode");
        longFirstWaiter = fields.of(longAqs + "$ConditionObject", "firstWaiter", longAqs + "$ConditionNode");
        conditionLock = fields.of(aqs + "$ConditionObject", "this$0", aqs);
        longConditionLock = fields.of(longAqs + "$ConditionObject", "this$0", longAqs);
        exclusiveOwner =
                fields.of(AbstractOwnableSynchronizer.class.getName(), "exclusiveOwnerThread", Thread.class.getName());
        synchronizerState = fields.of(aqs, "state", "int");
        longSynchronizerState = fields.of(longAqs, "state", "long");
        queue = WaitQueue.of(fields, aqs);
        longQueue = WaitQueue.of(fields, longAqs);
        String readWrite = ReentrantReadWriteLock.class.getName() + "$Sync";
        firstReader = fields.of(readWrite, "firstReader", Thread.class.getName());
        firstReaderHolds = fields.of(readWrite, "firstReaderHoldCount", "int");
        readHolds = fields.of(readWrite, "readHolds", readWrite + "$ThreadLocalHoldCounter");
        holdCount = fields.of(readWrite + "$HoldCounter", "count", "int");
        String locals = ThreadLocal.class.getName() + "$ThreadLocalMap";
        threadLocals = fields.of(Thread.class.getName(), "threadLocals", locals);
        threadLocalTable = fields.of(locals, "table", "[L" + locals + "$Entry;");
        threadLocalValue = fields.of(locals + "$Entry", "value", Object.class.getName());
        taskHolder = fields.of(Thread.class.getName(), "holder", Thread.class.getName() + "$FieldHolder");
        task = fields.of(Thread.class.getName() + "$FieldHolder", "task", Runnable.class.getName());
        continuationOf = fields.of("java.lang.VirtualThread", "cont", "jdk.internal.vm.Continuation");
        taskOfVirtual =
                fields.of("java.lang.VirtualThread$VThreadContinuation$1", "val$task", Runnable.class.getName());
        workersPool =
                fields.of(ThreadPoolExecutor.class.getName() + "$Worker", "this$0", ThreadPoolExecutor.class.getName());
        queues = new WorkQueues(fields);
        futures = new Futures(fields);
        scopes = new TaskScopes(fields, this::task);
        snapshots = fields.isHidden("jdk.internal.vm.ThreadSnapshot") ? null : Snapshots.open(internals);
    }

    /**
     * What the numbers of states mean in this JDK.
     *
     * @param timed states that begin with a timer of their own; an older one may be left over in others
     * @param defaultScheduler null if this JDK does not say
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record States(
            @Nullable Phase[] phases,
            boolean[] timed,
            @Nullable Object defaultScheduler) {}

    private States states() {
        States known = states;
        if (known == null) {
            known = readStates();
            states = known;
        }
        return known;
    }

    private States readStates() {
        @Nullable Phase[] phases = new Phase[SUSPENDED];
        boolean[] timed = new boolean[SUSPENDED];
        StateNames.PHASES.forEach((name, phase) -> {
            Integer value = constant(name);
            if (value != null) {
                phases[value & (SUSPENDED - 1)] = phase;
                timed[value & (SUSPENDED - 1)] = StateNames.TIMED.contains(name);
            }
        });
        VarHandle jdks = fields.ofClass("java.lang.VirtualThread", "DEFAULT_SCHEDULER", ForkJoinPool.class.getName());
        return new States(phases, timed, jdks == null ? null : (Object) jdks.get());
    }

    /**
     * Whether the state of virtual threads can be read; without it, what they wait for is not known. Only for a JVM
     * that has used one.
     */
    public boolean tellsStates() {
        return constant("PARKED") != null && constant("RUNNING") != null;
    }

    /** Null if this JDK has no such state. */
    private @Nullable Integer constant(String name) {
        try {
            return fields.isHidden("java.lang.VirtualThread." + name)
                    ? null
                    : (Integer) internals
                            .in(virtualThread)
                            .findStaticVarHandle(virtualThread, name, int.class)
                            .get();
        } catch (ReflectiveOperationException | RuntimeException ignored) {
            return null;
        }
    }

    /** Fields and classes that this JDK does not have, in order: what they tell is not known. */
    public List<String> missing() {
        return fields.missing();
    }

    /** JDK 25 and later: snapshots of single threads, with their monitors; null before. */
    public @Nullable Snapshots snapshots() {
        return snapshots;
    }

    /** Whether this is a virtual thread. */
    public boolean isVirtual(Thread thread) {
        return virtualThread.isInstance(thread);
    }

    /** Whether other carriers than those of the default scheduler run it; false if this JDK does not say. */
    public boolean hasOtherScheduler(Thread virtual) {
        Object defaultOne = scheduler == null ? null : states().defaultScheduler();
        return scheduler != null && defaultOne != null && scheduler.get(virtual) != defaultOne;
    }

    /** Carriers that the default scheduler aims at; 0 if this JDK does not say. Initializes it. */
    public int parallelism() {
        return states().defaultScheduler() instanceof ForkJoinPool pool ? pool.getParallelism() : 0;
    }

    /** How often the default scheduler has taken a thread from a queue, as it counts; 0 if this JDK does not say. */
    public long steals() {
        return states().defaultScheduler() instanceof ForkJoinPool pool ? pool.getStealCount() : 0;
    }

    /**
     * Where a virtual thread is. {@code Thread.getState} takes a lock of the thread's on JDK 21, and calls a thread
     * that has no carrier RUNNABLE like one that has. A thread that waits to enter a monitor on its carrier, or for a
     * class, shows as MOUNTED.
     */
    public Phase phase(Thread virtual) {
        int now = (int) state.getVolatile(virtual) & (SUSPENDED - 1);
        States known = states();
        Phase phase = known.phases()[now];
        if (phase == null || phase == Phase.MOUNTED) {
            return waitsOnCarrier(virtual) ? Phase.WAITING : Phase.MOUNTED;
        }
        return known.timed()[now] && isOverdue(virtual) ? Phase.READY : phase;
    }

    /** Whether it is in {@code Object.wait} with its carrier, as before JDK 24, or pinned. */
    private boolean waitsOnCarrier(Thread virtual) {
        Thread carrier = carrier(virtual);
        Thread.State doing = carrier == null ? null : carrier.getState();
        boolean waits = doing == Thread.State.WAITING || doing == Thread.State.TIMED_WAITING;
        return waits
                && LockSupport.getBlocker(carrier) == null
                && carrier(virtual) == carrier; // else the carrier idles
    }

    /** Whether a thread has ended. */
    public boolean hasEnded(Thread thread) {
        return isVirtual(thread) ? phase(thread) == Phase.GONE : !thread.isAlive();
    }

    /** Whether a thread that waits for a time has its timer. */
    public boolean haveTimers() {
        return timer != null;
    }

    /** What ends its wait; null if it does not wait for a time, or this JDK does not say. */
    public @Nullable Delayed timer(Thread virtual) {
        int now = (int) state.getVolatile(virtual) & (SUSPENDED - 1);
        return states().timed()[now] && timer != null && timer.getVolatile(virtual) instanceof Delayed delayed
                ? delayed
                : null;
    }

    /** From JDK 25 on carriers end waits: until one does, a thread whose time is over still looks as if it waited. */
    private boolean isOverdue(Thread virtual) {
        return timer != null
                && timer.getVolatile(virtual) instanceof Delayed delayed
                && delayed.getDelay(TimeUnit.NANOSECONDS) < -OVERDUE_NANOS;
    }

    /** The carrier of a virtual thread; null if it has none, or this JDK does not say. */
    public @Nullable Thread carrier(Thread virtual) {
        return carrierOf == null ? null : (Thread) carrierOf.getVolatile(virtual);
    }

    /**
     * All carriers, idle ones included. {@code Thread.getAllStackTraces} leaves virtual threads out, and a list of them
     * may not be kept ({@code jdk.trackAllThreads=false}) or be long; but each carrier refers to the continuation it
     * runs, and that to its virtual thread.
     */
    public List<Carrier> carriers() {
        List<Carrier> found = new ArrayList<>();
        if (carrierThread == null || continuation == null) {
            return found;
        }
        for (Thread thread : PlatformThreads.all()) {
            if (carrierThread.isInstance(thread)) {
                Object mounted = continuation.get(thread);
                found.add(new Carrier(thread, mounted, mounted == null ? null : virtualThread(mounted)));
            }
        }
        return found;
    }

    /** The virtual thread that is mounted on a carrier; null if none is, or the JDK hides it. */
    public @Nullable Thread mountedOn(Thread carrier) {
        Object mounted = continuation == null ? null : continuation.getVolatile(carrier);
        return mounted == null ? null : virtualThread(mounted);
    }

    /** The JDK's continuation of a virtual thread runs an inner class that has captured it. */
    private @Nullable Thread virtualThread(Object mounted) {
        Object runs = target == null ? null : target.get(mounted);
        if (runs == null) {
            return null;
        }
        try {
            for (Field field : runs.getClass().getDeclaredFields()) {
                if (field.getType() == virtualThread) {
                    return (Thread) internals
                            .in(runs.getClass())
                            .unreflectVarHandle(field)
                            .get(runs);
                }
            }
        } catch (IllegalAccessException | RuntimeException ignored) {
            // It is hidden.
        }
        return null;
    }

    /** What a thread is parked for; null if it names nothing. Walks the queue of a condition's lock. */
    public @Nullable Object blocker(Thread thread) {
        Object named = LockSupport.getBlocker(thread);
        Object lockOfIt = lockOfCondition(named);
        boolean queued = lockOfIt instanceof AbstractQueuedSynchronizer one
                ? one.isQueued(thread)
                : lockOfIt instanceof AbstractQueuedLongSynchronizer other && other.isQueued(thread);
        return queued ? lockOfIt : named;
    }

    /**
     * The same for many threads: each queue is walked once.
     *
     * @param queues the threads in the queues that have been walked, by the lock
     */
    public @Nullable Object blocker(Thread thread, IdentityHashMap<Object, Set<Thread>> queues) {
        Object named = LockSupport.getBlocker(thread);
        Object lockOfIt = lockOfCondition(named);
        if (lockOfIt == null || !hasQueue(lockOfIt)) {
            return named;
        }
        return queues.computeIfAbsent(lockOfIt, Synchronizers::queued).contains(thread) ? lockOfIt : named;
    }

    /** Whether a thread names a condition of this: it may wait for a signal, or for this. */
    public boolean namesConditionOf(Thread thread, Object blocker) {
        Object named = LockSupport.getBlocker(thread);
        return named != null && lockOfCondition(named) == blocker;
    }

    /** Who has awaited a condition long enough waits for its lock, and still names the condition. */
    private @Nullable Object lockOfCondition(@Nullable Object named) {
        return named instanceof AbstractQueuedSynchronizer.ConditionObject && conditionLock != null
                ? conditionLock.get(named)
                : named instanceof AbstractQueuedLongSynchronizer.ConditionObject && longConditionLock != null
                        ? longConditionLock.get(named)
                        : null;
    }

    private static boolean hasQueue(Object lock) {
        return lock instanceof AbstractQueuedSynchronizer one
                ? one.hasQueuedThreads()
                : lock instanceof AbstractQueuedLongSynchronizer other && other.hasQueuedThreads();
    }

    /** Null if no thread owns it alone, or the object is a lock that does not record its owner. */
    public @Nullable Thread owner(@Nullable Object blocker) {
        return exclusiveOwner != null && blocker instanceof AbstractOwnableSynchronizer
                ? (Thread) exclusiveOwner.get(blocker)
                : null;
    }

    /** The only thread that has a read-write lock for reading; null if nobody has, or several, or it is not known. */
    public @Nullable Thread onlyReader(@Nullable Object blocker) {
        Thread first = reader(blocker, true);
        return first == null && blocker != null && Synchronizers.isReadWriteLock(blocker) && readers(blocker) > 0
                ? onlyReaderInQueue(blocker)
                : first;
    }

    /** One that has released and taken it again after another had it, and waits for the write lock. */
    private @Nullable Thread onlyReaderInQueue(Object lock) {
        int looked = 0;
        for (Thread thread : Synchronizers.queued(lock)) {
            if (looked++ == MOST_QUEUED) {
                return null;
            }
            if (holds(thread, lock) == readers(lock)) {
                return thread;
            }
        }
        return null;
    }

    /** A thread that has a read-write lock for reading, perhaps with others; null if none is known. */
    public @Nullable Thread oneReader(@Nullable Object blocker) {
        return reader(blocker, false);
    }

    /**
     * The lock notes who read first and how often, without fences, until that thread has released it: what two reads
     * agree on was so in between.
     */
    private @Nullable Thread reader(@Nullable Object blocker, boolean alone) {
        if (blocker == null
                || firstReader == null
                || firstReaderHolds == null
                || !Synchronizers.isReadWriteLock(blocker)) {
            return null;
        }
        Thread before = (Thread) firstReader.getVolatile(blocker);
        int holds = (int) firstReaderHolds.getVolatile(blocker);
        int all = readers(blocker);
        boolean reads = before != null && holds > 0 && (alone ? holds == all : holds <= all);
        return reads && firstReader.getVolatile(blocker) == before ? before : null;
    }

    /**
     * Whether a thread has a read-write lock for reading: the first reader is noted in the lock, each further one in a
     * thread local of its own. Exact for a thread that waits; false if not known.
     */
    public boolean reads(Thread thread, Object readWriteLock) {
        boolean first = firstReader != null
                && Synchronizers.isReadWriteLock(readWriteLock)
                && firstReader.getVolatile(readWriteLock) == thread;
        return first ? readers(readWriteLock) > 0 : holds(thread, readWriteLock) > 0;
    }

    /** How often a thread that is not the first reader has it for reading; 0 if not known. */
    private int holds(Thread thread, Object lock) {
        if (readHolds == null || holdCount == null || !Synchronizers.isReadWriteLock(lock)) {
            return 0;
        }
        Object counter = readHolds.get(lock) instanceof ThreadLocal<?> local ? value(thread, local) : null;
        return counter == null ? 0 : (int) holdCount.get(counter);
    }

    /** A thread changes its own thread locals only while it runs. */
    private @Nullable Object value(Thread thread, ThreadLocal<?> local) {
        if (threadLocals == null || threadLocalTable == null || threadLocalValue == null) {
            return null;
        }
        Object map = threadLocals.get(thread);
        for (Object entry : map == null ? new Object[0] : (Object[]) threadLocalTable.get(map)) {
            if (entry instanceof Reference<?> key && key.get() == local) {
                return threadLocalValue.get(entry);
            }
        }
        return null;
    }

    /** The thread at the head of its queue, null if there is none or the object does not say. */
    public @Nullable Thread next(@Nullable Object blocker) {
        return blocker instanceof AbstractQueuedSynchronizer lock
                ? lock.getFirstQueuedThread()
                : blocker instanceof AbstractQueuedLongSynchronizer lock ? lock.getFirstQueuedThread() : null;
    }

    /**
     * The wait at the head of its queue, another object each time that a thread waits; null as {@link #next}. A signal
     * of a condition is for that one.
     */
    public @Nullable Object firstWait(@Nullable Object blocker) {
        if (blocker instanceof AbstractQueuedSynchronizer.ConditionObject) {
            return firstWaiter == null ? null : firstWaiter.getVolatile(blocker);
        }
        if (blocker instanceof AbstractQueuedLongSynchronizer.ConditionObject) {
            return longFirstWaiter == null ? null : longFirstWaiter.getVolatile(blocker);
        }
        return blocker instanceof AbstractQueuedSynchronizer && queue != null
                ? queue.first(blocker)
                : blocker instanceof AbstractQueuedLongSynchronizer && longQueue != null
                        ? longQueue.first(blocker)
                        : null;
    }

    /**
     * Whether a {@code ReentrantLock} or a read-write lock is free: no thread owns it, nobody reads. A semaphore is if
     * it has a permit.
     */
    public boolean isFree(Object blocker) {
        return Synchronizers.isSemaphore(blocker)
                ? permits(blocker) > 0
                : (Synchronizers.isReentrantLock(blocker) || Synchronizers.isReadWriteLock(blocker))
                        && state(blocker) == 0;
    }

    /** Whether nobody has it at this moment, as far as the lock shows. */
    public boolean isUnowned(Object blocker) {
        return blocker instanceof StampedLock stamped
                ? !stamped.isWriteLocked() && !stamped.isReadLocked()
                : Synchronizers.isOfApplication(blocker) ? owner(blocker) == null : isFree(blocker);
    }

    /** Permits of a semaphore that nobody has; may be negative. */
    public int permits(Object semaphore) {
        return (int) state(semaphore);
    }

    /** How often a read-write lock is taken for reading now; its upper half tells, of an int before JDK 25. */
    public int readers(Object readWriteLock) {
        long now = state(readWriteLock);
        return now < 0 ? 0 : (int) (readWriteLock instanceof AbstractQueuedSynchronizer ? now >>> 16 : now >>> 32);
    }

    /** Negative where it does not say. */
    private long state(Object synchronizer) {
        return synchronizer instanceof AbstractQueuedSynchronizer && synchronizerState != null
                ? Integer.toUnsignedLong((int) synchronizerState.getVolatile(synchronizer))
                : synchronizer instanceof AbstractQueuedLongSynchronizer && longSynchronizerState != null
                        ? (long) longSynchronizerState.getVolatile(synchronizer)
                        : -1;
    }

    /** What threads that join a virtual thread are parked for; null as long as none does, and on JDK 27 and later. */
    public @Nullable Object end(Thread virtual) {
        CountDownLatch latch =
                termination == null || !isVirtual(virtual) ? null : (CountDownLatch) termination.getVolatile(virtual);
        return latch == null || latchSync == null ? null : (Object) latchSync.get(latch);
    }

    /** Who runs a task; null before it is run, and once it has its result. */
    public @Nullable Thread runner(FutureTask<?> awaited) {
        return runner == null ? null : (Thread) runner.getVolatile(awaited);
    }

    /** The executor whose worker a thread is; null if it is none, or this JDK does not say. */
    public @Nullable ThreadPoolExecutor pool(Thread thread) {
        Object runs = task(thread);
        return workersPool != null
                        && runs != null
                        && runs.getClass().getName().equals(ThreadPoolExecutor.class.getName() + "$Worker")
                ? (ThreadPoolExecutor) workersPool.get(runs)
                : null;
    }

    /** What a thread runs; null if it has ended, or this JDK does not say. */
    private @Nullable Object task(Thread thread) {
        return isVirtual(thread) ? taskOfVirtual(thread) : taskOfPlatform(thread);
    }

    private @Nullable Object taskOfPlatform(Thread thread) {
        Object holder = taskHolder == null ? null : taskHolder.get(thread);
        return holder == null || task == null ? null : task.get(holder);
    }

    /** The continuation runs an inner class that has captured the task. */
    private @Nullable Object taskOfVirtual(Thread thread) {
        Object its = continuationOf == null ? null : continuationOf.get(thread);
        Object runs = its == null || target == null ? null : target.get(its);
        return taskOfVirtual != null && taskOfVirtual.coordinateTypes().get(0).isInstance(runs)
                ? taskOfVirtual.get(runs)
                : null;
    }

    /** The tasks that wait for a worker of an executor. */
    WorkQueues queues() {
        return queues;
    }

    /** The scopes of structured concurrency. */
    public TaskScopes scopes() {
        return scopes;
    }

    /** What is known of a {@code CompletableFuture}. */
    Futures futures() {
        return futures;
    }
}
