package io.vtmonitor.threads;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.common.PlatformThreads;
import io.vtmonitor.graph.Phase;
import java.lang.invoke.VarHandle;
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
import java.util.concurrent.locks.StampedLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All fields of the JDK that describe threads: the phase and the carrier of a virtual thread, what it waits for, and
 * the threads that have that. These are plain and volatile reads of fields that other threads write. So a result may be
 * out of date, but it is right for a thread that stays where it is. Takes no lock and calls no code of the application.
 *
 * <p>Each field is looked up separately. If one is missing, the methods that need it return that nothing is known, and
 * {@link #missing} names it.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
public final class JdkThreads {
    private static final int SUSPENDED = 1 << 8;

    /** A timer that is late by more than this has run out, but no carrier has handled it. */
    private static final long OVERDUE_NANOS = 1_000_000;

    private final JdkInternals internals;
    private final JdkFields fields;

    private final Class<?> virtualThread;
    private final VarHandle state;

    /** Read when they are first needed, because reading a constant of {@code VirtualThread} initializes that class. */
    private volatile @Nullable States states;
    /** The timer of a timed wait; null before JDK 25, where carriers do not handle timers. */
    private final @Nullable VarHandle timer;

    private final @Nullable VarHandle scheduler;
    private final @Nullable VarHandle carrierOf;
    private final @Nullable Class<?> carrierThread;
    private final @Nullable VarHandle continuation;
    private final @Nullable VarHandle target;
    /** The latch that threads park for to join a virtual thread; JDK 27 has no such latch. */
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
    private final @Nullable VarHandle taskHolder;
    private final @Nullable VarHandle task;
    private final @Nullable VarHandle continuationOf;
    private final @Nullable VarHandle taskOfVirtual;
    private final @Nullable VarHandle workersPool;
    private final LockReaders lockReaders;
    private final WorkQueues queues;
    private final Futures futures;
    private final TaskScopes scopes;
    private final ExecutorEnds executorEnds;
    private final @Nullable Snapshots snapshots;

    /**
     * Does not initialize {@code VirtualThread}.
     *
     * @throws ReflectiveOperationException if the state of virtual threads can't be read, without which nothing can be
     *     found
     */
    public JdkThreads(JdkInternals internals) throws ReflectiveOperationException {
        this(internals, name -> false);
    }

    /** @param hidden fields, {@code class.field}, that are treated as missing */
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
        latchSync = fields.of(CountDownLatch.class.getName(), "sync", CountDownLatch.class.getName() + "$Sync");
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
        taskHolder = fields.of(Thread.class.getName(), "holder", Thread.class.getName() + "$FieldHolder");
        task = fields.of(Thread.class.getName() + "$FieldHolder", "task", Runnable.class.getName());
        continuationOf = fields.of("java.lang.VirtualThread", "cont", "jdk.internal.vm.Continuation");
        taskOfVirtual =
                fields.of("java.lang.VirtualThread$VThreadContinuation$1", "val$task", Runnable.class.getName());
        workersPool =
                fields.of(ThreadPoolExecutor.class.getName() + "$Worker", "this$0", ThreadPoolExecutor.class.getName());
        lockReaders = new LockReaders(fields, this::state);
        queues = new WorkQueues(fields);
        futures = new Futures(fields);
        scopes = new TaskScopes(fields, this::task);
        executorEnds = new ExecutorEnds(fields, latchSync, this::pool);
        snapshots = fields.isHidden("jdk.internal.vm.ThreadSnapshot") ? null : Snapshots.open(internals);
    }

    /**
     * The meanings of the numbers of states in this JDK.
     *
     * @param timed states that always have a timer of their own; in other states, an older one may be left over
     * @param defaultScheduler null if this JDK does not show it
     * @param timeLimits whether parked threads with a time limit have a state of their own
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record States(
            @Nullable Phase[] phases,
            boolean[] timed,
            @Nullable Object defaultScheduler,
            boolean timeLimits) {}

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
        return new States(phases, timed, jdks == null ? null : (Object) jdks.get(), constant("TIMED_PARKED") != null);
    }

    /**
     * Whether the states of virtual threads can be read, without which it is not known what they wait for. Call it only
     * if the JVM has used virtual threads.
     */
    public boolean showsStates() {
        return constant("PARKED") != null && constant("RUNNING") != null;
    }

    /**
     * Whether the state of a parked virtual thread shows if its wait has a time limit. It does not in the first updates
     * of JDK 21.
     */
    boolean showsTimeLimits() {
        return states().timeLimits();
    }

    /** The number of a state; null if this JDK has no such state. */
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

    /** Fields and classes that this JDK lacks, in the order of their names. What they show is not known. */
    public List<String> missing() {
        return fields.missing();
    }

    /** Snapshots of single threads with their monitors, on JDK 25 and later; null before. */
    public @Nullable Snapshots snapshots() {
        return snapshots;
    }

    /** Whether this is a virtual thread. */
    public boolean isVirtual(Thread thread) {
        return virtualThread.isInstance(thread);
    }

    /** Whether a thread has a scheduler other than the default one; false if this JDK does not show it. */
    public boolean hasOtherScheduler(Thread virtual) {
        Object defaultOne = scheduler == null ? null : states().defaultScheduler();
        return scheduler != null && defaultOne != null && scheduler.get(virtual) != defaultOne;
    }

    /** How many carriers the default scheduler aims at; 0 if this JDK does not show it. Initializes the scheduler. */
    public int parallelism() {
        return states().defaultScheduler() instanceof ForkJoinPool pool ? pool.getParallelism() : 0;
    }

    /**
     * How often the default scheduler has taken a thread from a queue, by its own count; 0 if this JDK does not show
     * it.
     */
    public long steals() {
        return states().defaultScheduler() instanceof ForkJoinPool pool ? pool.getStealCount() : 0;
    }

    /**
     * The phase of a virtual thread. {@code Thread.getState} would take a lock of the thread on JDK 21, and does not
     * distinguish a runnable thread that has a carrier from one that has none. A thread that waits to enter a monitor
     * on its carrier, or for a class, is MOUNTED.
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

    /** Whether a thread is in {@code Object.wait} on its carrier, as before JDK 24, or if it is pinned. */
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

    /** Whether a thread in a timed wait refers to its timer. */
    public boolean haveTimers() {
        return timer != null;
    }

    /** The timer of a thread; null if it has no timed wait, or this JDK does not show it. */
    public @Nullable Delayed timer(Thread virtual) {
        int now = (int) state.getVolatile(virtual) & (SUSPENDED - 1);
        return states().timed()[now] && timer != null && timer.getVolatile(virtual) instanceof Delayed delayed
                ? delayed
                : null;
    }

    /**
     * Whether the time limit of a thread has passed. On JDK 25 and later, carriers end timed waits. Until one does, the
     * thread still seems to wait.
     */
    private boolean isOverdue(Thread virtual) {
        return timer != null
                && timer.getVolatile(virtual) instanceof Delayed delayed
                && delayed.getDelay(TimeUnit.NANOSECONDS) < -OVERDUE_NANOS;
    }

    /** The carrier of a virtual thread; null if it has none, or this JDK does not show it. */
    public @Nullable Thread carrier(Thread virtual) {
        return carrierOf == null ? null : (Thread) carrierOf.getVolatile(virtual);
    }

    /**
     * All carriers, idle ones included, with their virtual threads. {@code Thread.getAllStackTraces} has no virtual
     * threads, and a list of these may be missing ({@code jdk.trackAllThreads=false}) or long. But each carrier refers
     * to the continuation that it runs, which refers to its virtual thread.
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

    /** The virtual thread that is mounted on a carrier; null if there is none, or the JDK hides it. */
    public @Nullable Thread mountedOn(Thread carrier) {
        Object mounted = continuation == null ? null : continuation.getVolatile(carrier);
        return mounted == null ? null : virtualThread(mounted);
    }

    /** The virtual thread of a continuation, which runs an object of an inner class that refers to the thread. */
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
            // The JDK hides it.
        }
        return null;
    }

    /** The object that a thread is parked for; null if there is none. For a condition, walks the queue of its lock. */
    public @Nullable Object blocker(Thread thread) {
        Object named = LockSupport.getBlocker(thread);
        Object lockOfIt = lockOfCondition(named);
        boolean queued = lockOfIt instanceof AbstractQueuedSynchronizer one
                ? one.isQueued(thread)
                : lockOfIt instanceof AbstractQueuedLongSynchronizer other && other.isQueued(thread);
        return queued ? lockOfIt : named;
    }

    /**
     * The same for many threads: walks each queue only once.
     *
     * @param queues the threads in the queues that have been walked, by lock
     */
    public @Nullable Object blocker(Thread thread, IdentityHashMap<Object, Set<Thread>> queues) {
        Object named = LockSupport.getBlocker(thread);
        Object lockOfIt = lockOfCondition(named);
        if (lockOfIt == null || !hasQueue(lockOfIt)) {
            return named;
        }
        return queues.computeIfAbsent(lockOfIt, Synchronizers::queued).contains(thread) ? lockOfIt : named;
    }

    /** Whether a thread names a condition of this lock as its blocker. It may wait for a signal, or for the lock. */
    public boolean namesConditionOf(Thread thread, Object blocker) {
        Object named = LockSupport.getBlocker(thread);
        return named != null && lockOfCondition(named) == blocker;
    }

    /**
     * The lock of a condition; null if the object is none. A thread whose wait for a condition is over waits for the
     * lock, but still names the condition.
     */
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

    /** The exclusive owner of a synchronizer; null if there is none, or it does not record its owner. */
    public @Nullable Thread owner(@Nullable Object blocker) {
        return exclusiveOwner != null && blocker instanceof AbstractOwnableSynchronizer
                ? (Thread) exclusiveOwner.get(blocker)
                : null;
    }

    /** Whether a thread has ended that still owns a lock of the JDK. No other thread can release it. */
    public boolean isAbandoned(Object blocker) {
        Thread owner = Synchronizers.isOfJdk(blocker) ? owner(blocker) : null;
        return owner != null && hasEnded(owner);
    }

    /** The first thread in the queue of a synchronizer; null if there is none, or the object does not show it. */
    public @Nullable Thread next(@Nullable Object blocker) {
        return Synchronizers.first(blocker);
    }

    /**
     * The first node in the queue of a synchronizer or a condition, a new object for each wait; null if there is none,
     * or the object does not show it. A signal of a condition wakes the first one.
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
     * Whether a {@code ReentrantLock} or a read-write lock is free, without an owner and readers, or a semaphore has a
     * permit.
     */
    public boolean isFree(Object blocker) {
        return Synchronizers.isSemaphore(blocker)
                ? permits(blocker) > 0
                : (Synchronizers.isReentrantLock(blocker) || Synchronizers.isReadWriteLock(blocker))
                        && state(blocker) == 0;
    }

    /** Whether no thread has it at this moment, as far as the lock shows that. */
    public boolean isUnowned(Object blocker) {
        return blocker instanceof StampedLock stamped
                ? !stamped.isWriteLocked() && !stamped.isReadLocked()
                : Synchronizers.isOfApplication(blocker) ? owner(blocker) == null : isFree(blocker);
    }

    /** The available permits of a semaphore; may be negative. */
    public int permits(Object semaphore) {
        return (int) state(semaphore);
    }

    /** The state of a synchronizer; negative if it is not known. */
    private long state(Object synchronizer) {
        return synchronizer instanceof AbstractQueuedSynchronizer && synchronizerState != null
                ? Integer.toUnsignedLong((int) synchronizerState.getVolatile(synchronizer))
                : synchronizer instanceof AbstractQueuedLongSynchronizer && longSynchronizerState != null
                        ? (long) longSynchronizerState.getVolatile(synchronizer)
                        : -1;
    }

    /**
     * The object that threads park for to join a virtual thread; null if none has joined it yet, and on JDK 27 and
     * later.
     */
    public @Nullable Object end(Thread virtual) {
        CountDownLatch latch =
                termination == null || !isVirtual(virtual) ? null : (CountDownLatch) termination.getVolatile(virtual);
        return latch == null || latchSync == null ? null : (Object) latchSync.get(latch);
    }

    /** The thread that runs a task; null before it runs, and when it has a result. */
    public @Nullable Thread runner(FutureTask<?> awaited) {
        return runner == null ? null : (Thread) runner.getVolatile(awaited);
    }

    /** The executor whose worker a thread is; null if it is no worker, or this JDK does not show it. */
    public @Nullable ThreadPoolExecutor pool(Thread thread) {
        Object runs = task(thread);
        return workersPool != null
                        && runs != null
                        && runs.getClass().getName().equals(ThreadPoolExecutor.class.getName() + "$Worker")
                ? (ThreadPoolExecutor) workersPool.get(runs)
                : null;
    }

    /** The task that a thread runs; null if it has ended, or this JDK does not show it. */
    private @Nullable Object task(Thread thread) {
        return isVirtual(thread) ? taskOfVirtual(thread) : taskOfPlatform(thread);
    }

    private @Nullable Object taskOfPlatform(Thread thread) {
        Object holder = taskHolder == null ? null : taskHolder.get(thread);
        return holder == null || task == null ? null : task.get(holder);
    }

    /** The task of a virtual thread: its continuation runs an object of an inner class that refers to it. */
    private @Nullable Object taskOfVirtual(Thread thread) {
        Object its = continuationOf == null ? null : continuationOf.get(thread);
        Object runs = its == null || target == null ? null : target.get(its);
        return taskOfVirtual != null && taskOfVirtual.coordinateTypes().get(0).isInstance(runs)
                ? taskOfVirtual.get(runs)
                : null;
    }

    /** The threads that read under a read-write lock. */
    public LockReaders lockReaders() {
        return lockReaders;
    }

    /** The tasks that wait for a worker of an executor. */
    WorkQueues queues() {
        return queues;
    }

    /** The scopes of structured concurrency. */
    public TaskScopes scopes() {
        return scopes;
    }

    /** The ends of executors. */
    public ExecutorEnds executorEnds() {
        return executorEnds;
    }

    /** Reads {@code CompletableFuture}s. */
    Futures futures() {
        return futures;
    }
}
