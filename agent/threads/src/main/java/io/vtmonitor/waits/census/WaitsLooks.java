package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.threads.Carrier;
import io.vtmonitor.threads.CarrierInspector;
import io.vtmonitor.threads.CarrierSnapshot;
import io.vtmonitor.threads.CircleFacts;
import io.vtmonitor.threads.Deadlines;
import io.vtmonitor.threads.FrameProofs;
import io.vtmonitor.threads.HeldThreads;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.KeptCarriers;
import io.vtmonitor.threads.KeptCarriers.Kept;
import io.vtmonitor.threads.LiveGraph;
import io.vtmonitor.threads.Monitors;
import io.vtmonitor.threads.RunningInitializer;
import io.vtmonitor.threads.Synchronizers;
import io.vtmonitor.threads.ThreadList;
import io.vtmonitor.waits.DeadlockJudge;
import io.vtmonitor.waits.GroupFacts;
import io.vtmonitor.waits.GroupProgress;
import io.vtmonitor.waits.GroupVerdicts;
import io.vtmonitor.waits.IdleHolder;
import io.vtmonitor.waits.LostCarrierJudge;
import io.vtmonitor.waits.LostCarrierJudge.Carriers;
import io.vtmonitor.waits.LostCarrierJudge.Keeper;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.OwnerChainEnd;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.TrackedGroup;
import io.vtmonitor.waits.Verdicts;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.WaitTotals;
import io.vtmonitor.waits.census.GroupTracker.Pair;
import io.vtmonitor.waits.census.WaitsWatch.WaitingThreads;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all virtual threads, repeatedly. A look is called by one thread only; any thread may read what it has found.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
final class WaitsLooks {
    /**
     * Threads in {@code Object.wait} of which a look reads whether they join a thread: the JVM walks the stack of each.
     */
    private static final int MOST_IN_WAIT = 32;

    private static final int MOST_CHAINED = 20;

    /**
     * Groups whose holder a look searches for, largest first. There are many because a lock that few threads want may
     * be the one that is never released.
     */
    private static final int MOST_HOLDERS = 100;

    private static final int MOST_WATCHED = 30;

    /** Threads on carriers that are watched for hogs. */
    private static final int MOST_MOUNTED = 100;

    private final ThreadList list;
    private final JdkThreads jdk;
    private final MonitorGroups monitorGroups;
    private final KeptCarriers keptCarriers = new KeptCarriers();
    private final HeldThreads heldThreads;
    private volatile @Nullable Limit keptNow;
    private final CarrierLook carrierLook;
    private final SampledStacks stacks;
    private final FrameProofs proofs;
    private final JdkLockOwners owners;
    private final LookBudget cost;
    private final Movement movement;
    private final GroupTracker tracker = new GroupTracker();
    private final HogJudge hogs = new HogJudge();
    private final WakeJudge wakes;
    private final DeadlockJudge deadlocks;
    private final ClassInitJudge classInits;
    private final ThreadLocalJudge threadLocals;
    private final WaitTotals totals = new WaitTotals();
    private final Verdicts verdicts;
    private final LookCounts counts = new LookCounts();
    private final WaitingThreads waiting;

    private Instant begin = Instant.EPOCH;

    /** The time that the first look stands for. */
    private final Duration interval;

    /**
     * Whether a stall lasts. Its report says which threads have the carriers, so nothing else judges the carriers
     * meanwhile, unless a verdict on them came before the stall.
     */
    private final BooleanSupplier stalled;

    private final Supplier<JdkBugs> lostWakeUp;

    /**
     * @param instrumentation gives the sizes of objects
     * @param waiting receives the threads that wait for an object, at each look
     * @param interval between two looks
     * @param stalled whether a stall lasts
     * @param lostWakeUp the known bugs of this JDK that lose a wake-up
     * @param inspector finds out what threads on carriers do and why they hold them
     * @throws ReflectiveOperationException if this JDK looks different inside
     */
    WaitsLooks(
            JdkInternals internals,
            Instrumentation instrumentation,
            FrameProofs proofs,
            Function<String, @Nullable Library> libraries,
            LookBudget cost,
            Consumer<WaitVerdict> listener,
            WaitingThreads waiting,
            Duration interval,
            BooleanSupplier stalled,
            Supplier<JdkBugs> lostWakeUp,
            CarrierInspector inspector)
            throws ReflectiveOperationException {
        list = new ThreadList(internals);
        jdk = new JdkThreads(internals);
        if (!jdk.showsStates()) {
            throw new NoSuchFieldException("java.lang.VirtualThread.PARKED");
        }
        monitorGroups = new MonitorGroups(jdk);
        heldThreads = new HeldThreads(jdk, inspector);
        carrierLook = new CarrierLook(jdk);
        SiteReader sites = new SiteReader(Pools.load(), libraries);
        stacks = new SampledStacks(jdk, sites);
        this.proofs = proofs;
        this.waiting = waiting;
        this.interval = interval;
        this.stalled = stalled;
        this.lostWakeUp = lostWakeUp;
        owners = new JdkLockOwners(jdk, sites, proofs);
        this.cost = cost;
        Deadlines deadlines = new Deadlines(jdk, internals);
        movement = new Movement(jdk, deadlines, cost);
        wakes = new WakeJudge(jdk, new WakeLook(jdk, deadlines, sites));
        deadlocks = new DeadlockJudge(false);
        classInits = new ClassInitJudge(jdk, owners);
        threadLocals = new ThreadLocalJudge(internals, instrumentation, libraries);
        verdicts = new Verdicts(listener);
    }

    /** One look. Even if it fails, it leaves no strong reference to objects of the application. */
    void look() throws ReflectiveOperationException {
        long number = counts.begin();
        try {
            look(number);
        } finally {
            tracker.end(number);
        }
    }

    private void look(long number) throws ReflectiveOperationException {
        long nanos = System.nanoTime();
        Instant at = Instant.now();
        begin = at;
        tracker.begin();
        long since = counts.looks() == 0 ? interval.toNanos() : counts.since(nanos);
        Census census =
                Census.take(jdk, list, tracker::knows, thread -> waiting.waits(thread, at.toEpochMilli(), since));
        cost.giveWay();
        List<Carrier> carriers = jdk.carriers();
        Monitors monitors = monitorGroups.look(census, blockedElsewhere(census, carriers));
        boolean initializes = initializesOnPlatform(census);
        List<Kept> kept = keptCarriers.look(carriers, initializes, nanos);
        List<Carrier> inspected = inspected(kept, initializes, census);
        List<CarrierSnapshot> held = inspected.isEmpty() ? List.of() : heldThreads.into(inspected);
        cost.giveWay();
        LiveGraph live = live(census, carriers, monitors, held, null);
        WaitGraph graph = live.graph();
        List<Pair> pairs = tracker.look(number, nanos, at, census.groups());
        cost.giveWay();
        stacks.take(pairs);
        findHolders(pairs, monitors, graph, live, nanos);
        watchMovement(pairs);
        pairs.forEach(pair -> owners.recordPermits(pair.group(), nanos));
        List<Judgment> found = new ArrayList<>(deadlocks.judge(graph, at, circle -> again(circle, live, census, held)));
        cost.giveWay();
        found.addAll(classInits.judge(census, at));
        found.addAll(carriers(census, carriers, at));
        kept = keptCarriers.staying(kept, LostCarrierJudge.LONG_NANOS, cost::pause);
        found.addAll(lostCarriers(kept, held, graph, use(carriers, held, census, nanos), at));
        Map<String, List<String>> covered = new HashMap<>();
        for (Pair pair : pairs) {
            String deadlock = deadlockOf(pair, graph, live);
            for (Judgment each : GroupVerdicts.judge(pair.group(), lostWakeUp)) {
                if (deadlock == null || each.kind() != WaitVerdictKind.LOCK_CONVOY) {
                    found.add(each);
                } else {
                    covered.computeIfAbsent(deadlock, key -> new ArrayList<>()).add(each.kind() + " " + each.site());
                }
            }
        }
        found.replaceAll(each -> each.covering(covered));
        cost.giveWay();
        found.addAll(threadLocals.judge(census, nanos, at));
        found.addAll(wakes.look(timed(census), at, cost));
        totals.look(nanos, at, pairs.stream().map(Pair::group).toList());
        boolean hidden = jdk.snapshots() == null && (census.in(Phase.BLOCKED) != null || anyJoins(carriers));
        counts.end(nanos, census.threads(), census.ofOtherSchedulers(), census.unlisted(), hidden, jdk.missing());
        Set<String> undecided = pairs.stream()
                .map(Pair::group)
                .filter(GroupVerdicts::isUndecided)
                .map(GroupFacts::about)
                .collect(Collectors.toSet());
        verdicts.look(number, at, found, undecided);
    }

    private void findHolders(
            List<Pair> pairs, @Nullable Monitors monitors, WaitGraph graph, LiveGraph live, long nanos) {
        int left = MOST_HOLDERS;
        for (Pair pair : largestFirst(pairs)) {
            Object blocker = pair.now().blocker();
            boolean hadHolder = pair.group().holder() != null; // examined even if it has shrunk to one thread
            if (left == 0 || blocker == null || (pair.now().threads() < 2 && !hadHolder)) {
                pair.group().heldBy(null, 0, nanos);
                pair.group().lock().mayBeIdle(left == 0); // not examined, so it may be
                pair.group().lock().lastOwner(null);
                continue;
            }
            left--;
            cost.giveWay(); // class files prove the owner, which takes time
            if (pair.group().phase() == Phase.BLOCKED && monitors != null) {
                Monitors.Owner owner = monitors.owner(blocker);
                WaitHolder holder = monitorGroups.holder(monitors, blocker, owners, proofs);
                pair.group().heldBy(holder, owner == null ? 0 : owner.thread().getId(), nanos);
                owners.recordIdle(pair.group(), owner == null ? List.of() : owner.frames());
                pair.group().lock().unowned(owner == null && monitors.sawAll());
            } else {
                owners.ask(pair.group(), nanos);
                pair.group().lock().unowned(jdk.isUnowned(blocker));
            }
            WaitHolder first = pair.group().holder();
            boolean more = first != null && first.waitsForLock();
            pair.group().lock().lastOwner(more ? last(blocker, graph, live, monitors) : null);
        }
    }

    /** Whether a platform thread that waits for another thread is in a static initializer. */
    private static boolean initializesOnPlatform(Census census) {
        for (Thread thread : census.parkedPlatformThreads()) {
            Object blocker = LockSupport.getBlocker(thread);
            boolean waits = blocker instanceof FutureTask || (blocker != null && census.joined(blocker) != null);
            if (waits && RunningInitializer.isIn(List.of(thread.getStackTrace()))) {
                return true;
            }
        }
        return false;
    }

    /** Threads that hold their carriers, and, on JDK 26 and later, threads that wait for a class without a carrier. */
    private List<Carrier> inspected(List<Kept> kept, boolean initializesOnPlatform, Census census) {
        List<Carrier> inspected =
                new ArrayList<>(kept.stream().map(Kept::carrier).toList());
        WaiterGroup waiting =
                kept.stream().anyMatch(Kept::initializes) || initializesOnPlatform ? census.in(Phase.WAITING) : null;
        for (Thread thread : waiting == null ? List.<Thread>of() : waiting.samples()) {
            if (Operations.of(Phase.WAITING, List.of(thread.getStackTrace())) == WaitOperation.CLASS_INIT_WAIT) {
                inspected.add(new Carrier(thread, thread, thread));
            }
        }
        return inspected;
    }

    /**
     * Virtual threads on carriers and platform threads that wait to enter a monitor. They may own what others wait for.
     */
    private List<Thread> blockedElsewhere(Census census, List<Carrier> carriers) {
        List<Thread> found = new ArrayList<>();
        for (Carrier carrier : carriers) {
            Thread thread = carrier.virtualThread();
            if (thread != null && carrier.thread().getState() == Thread.State.BLOCKED) {
                found.add(thread);
            }
        }
        for (Thread thread : census.platformThreads()) {
            if (thread.getState() == Thread.State.BLOCKED) {
                found.add(thread);
            }
        }
        return found;
    }

    private LiveGraph live(
            Census census,
            List<Carrier> carriers,
            @Nullable Monitors monitors,
            List<CarrierSnapshot> held,
            @Nullable FrameProofs withFrames) {
        LiveGraph live = new LiveGraph(jdk, monitors, census::joined, census::likelyOwners, withFrames);
        heldThreads.addTo(live, held);
        live.carriers(carriers, jdk.parallelism());
        if (withFrames == null) {
            census.awaited(live::read);
            census.parkedPlatformThreads().forEach(live::read);
            WaiterGroup inWait = jdk.snapshots() == null ? null : census.in(Phase.WAITING);
            if (inWait != null) { // from JDK 27 on, join of a virtual thread is a wait() on it; before, it parks
                inWait.samples().stream().limit(MOST_IN_WAIT).forEach(live::read);
            }
            if (monitors != null) {
                new ArrayList<>(monitors.entering().keySet()).forEach(live::read);
            }
        }
        return live;
    }

    /** Reads the threads of a circle again, with their frames. */
    private WaitGraph again(Set<ThreadView> circle, LiveGraph live, Census census, List<CarrierSnapshot> held) {
        Monitors monitors = jdk.snapshots() == null ? null : new Monitors(jdk.snapshots());
        List<Thread> threads = circle.stream().map(live::thread).toList();
        if (monitors != null) {
            threads.forEach(monitors::entered);
        }
        LiveGraph fresh = live(census, List.of(), monitors, held, proofs);
        threads.forEach(fresh::read);
        return fresh.graph();
    }

    /**
     * The end of the chain of locks and monitors that begins with the owner of an object; null if the chain has no
     * further owner, or is a circle.
     */
    private @Nullable OwnerChainEnd last(Object first, WaitGraph graph, LiveGraph live, @Nullable Monitors monitors) {
        List<Has> chain = live.chain(first, graph).stream()
                .takeWhile(has -> has.thing().kind() == Kind.LOCK || has.thing().kind() == Kind.MONITOR)
                .limit(MOST_CHAINED)
                .toList();
        if (chain.size() < 2) {
            return null;
        }
        Has end = chain.get(chain.size() - 1);
        WaitsFor more = graph.waitOf(end.thread());
        if (more != null && chain.stream().anyMatch(has -> has.thing().equals(more.thing()))) {
            return null; // a circle
        }
        List<Link> links = new ArrayList<>();
        List<StackTraceElement> trace = List.of();
        for (int i = 0; i + 1 < chain.size(); i++) {
            Has has = chain.get(i + 1);
            ThreadView owner = chain.get(i).thread();
            trace = List.of(live.thread(owner).getStackTrace());
            links.add(CircleFacts.link(new WaitsFor(owner.with(trace), has.thing(), false), has, has.thread()));
        }
        boolean lock = end.thing().kind() == Kind.LOCK;
        Object wanted = end.thing().key();
        WaitHolder holder = lock
                ? owners.holder(wanted, trace)
                : monitors == null ? null : monitorGroups.holder(monitors, wanted, owners, proofs);
        return holder == null || holder.thread() == null
                ? null
                : new OwnerChainEnd(links, holder, SiteReader.frames(trace));
    }

    private void watchMovement(List<Pair> pairs) {
        // Groups that may get a verdict come first: the others must not use up the time for them.
        List<Pair> candidates = Stream.concat(
                        largestFirst(pairs).stream().filter(pair -> GroupVerdicts.isCandidate(pair.group())),
                        largestFirst(pairs).stream().filter(pair -> GroupVerdicts.showsTurns(pair.group())))
                .toList();
        List<Pair> watched = candidates.subList(0, Math.min(MOST_WATCHED, candidates.size()));
        candidates
                .subList(watched.size(), candidates.size())
                .forEach(pair -> pair.group().unwatched());
        List<GroupProgress> moved =
                movement.watch(watched.stream().map(stacks::atPool).toList());
        for (int i = 0; i < moved.size(); i++) {
            TrackedGroup group = watched.get(i).group();
            boolean inSlices = IdleHolder.isUnpinned(group.type()); // a thread that waits in slices never gives up
            group.moved(inSlices ? moved.get(i).gaveUp(0) : moved.get(i));
        }
        for (Pair pair : largestFirst(pairs)) {
            Object blocker = pair.now().blocker();
            pair.group().head(jdk.firstWait(blocker), System.nanoTime());
            if (blocker != null && pair.group().looks() >= 2) {
                pair.group().lock().freeWith(nextThatStaysParked(blocker));
            }
        }
    }

    /**
     * The queue's first node, if the lock is free for its thread and that thread stays parked; null otherwise. A lock
     * that was just released is free, too, until the next thread has been woken up. But that thread is READY within the
     * ten milliseconds of this check.
     */
    private @Nullable Object nextThatStaysParked(Object lock) {
        Object first = jdk.firstWait(lock);
        Thread next = jdk.isFree(lock) ? jdk.next(lock) : null;
        for (int i = 0; i < 5 && next != null; i++) {
            if (!isParked(next) || !jdk.isFree(lock) || jdk.next(lock) != next || jdk.firstWait(lock) != first) {
                return null;
            }
            if (i == 0 && Synchronizers.isSemaphore(lock) && !proofs.wantsOnePermit(List.of(next.getStackTrace()))) {
                return null;
            }
            cost.pause(2_000_000);
        }
        return next == null ? null : first;
    }

    private boolean isParked(Thread thread) {
        Phase phase = jdk.isVirtual(thread) ? jdk.phase(thread) : null;
        Thread.State state = thread.getState();
        return phase == null
                ? state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING
                : phase == Phase.PARKED || phase == Phase.TIMED_PARKED;
    }

    /**
     * Whether a virtual thread on a carrier joins a thread by {@code Object.wait}, as of a platform thread. This holds
     * the carrier before JDK 24.
     */
    private static boolean anyJoins(List<Carrier> carriers) {
        for (Carrier carrier : carriers) {
            Thread thread = carrier.virtualThread();
            if (thread != null
                    && carrier.thread().getState() != Thread.State.RUNNABLE
                    && Operations.parked(List.of(thread.getStackTrace())) == WaitOperation.JOIN) {
                return true;
            }
        }
        return false;
    }

    private Carriers use(List<Carrier> carriers, List<CarrierSnapshot> held, Census census, long now) {
        Set<Thread> forClasses = held.stream()
                .filter(each -> each.doing() == CarrierSnapshot.Wait.WAITS_FOR_CLASS)
                .map(each -> each.carrier().thread())
                .collect(Collectors.toSet());
        int taken = 0;
        int unavailable = 0;
        for (Carrier carrier : carriers) {
            if (carrier.mounted() != null) {
                taken++;
                boolean waits =
                        carrier.thread().getState() != Thread.State.RUNNABLE || forClasses.contains(carrier.thread());
                if (waits || keptCarriers.isWithSameThread(carrier, LostCarrierJudge.STALL_NANOS, now)) {
                    unavailable++;
                }
            }
        }
        WaiterGroup ready = census.onDefaultScheduler(Phase.READY);
        return new Carriers(jdk.parallelism(), taken, unavailable, ready == null ? 0 : ready.threads());
    }

    private List<Judgment> lostCarriers(
            List<Kept> kept, List<CarrierSnapshot> held, WaitGraph graph, Carriers carriers, Instant at) {
        List<Keeper> keepers = new ArrayList<>();
        for (Kept each : kept) {
            for (CarrierSnapshot snapshot : held) {
                Thread thread = snapshot.carrier().virtualThread();
                if (snapshot.carrier().thread() == each.carrier().thread() && thread != null && snapshot.isBlocked()) {
                    keepers.add(new Keeper(
                            new ThreadView(
                                    thread.getId(),
                                    thread.getName(),
                                    true,
                                    jdk.phase(thread),
                                    snapshot.carrier().thread().getName(),
                                    null,
                                    snapshot.trace()),
                            operation(snapshot),
                            HeldThreads.holders(snapshot),
                            each.nanos()));
                }
            }
        }
        Set<Long> reported = new HashSet<>(deadlocks.threads());
        reported.addAll(deadlocks.suspected());
        List<Judgment> found = LostCarrierJudge.judge(keepers, graph, reported, carriers, at);
        found.forEach(each -> reported.add(Long.valueOf(each.about())));
        // The report of a stall has all carriers.
        keptNow = stalled.getAsBoolean() ? null : LostCarrierJudge.kept(keepers, reported, carriers.all());
        return found;
    }

    /** Threads whose waits may have time limits. Before JDK 22 these look like other parked threads. */
    private static List<Thread> timed(Census census) {
        WaiterGroup timed = census.in(Phase.TIMED_PARKED);
        WaiterGroup waiting = timed == null ? census.in(Phase.PARKED) : timed;
        return waiting == null ? List.of() : waiting.samples();
    }

    private static WaitOperation operation(CarrierSnapshot held) {
        return switch (held.doing()) {
            case ENTERS_MONITOR -> WaitOperation.MONITOR_ENTER;
            case WAITS_FOR_CLASS -> WaitOperation.CLASS_INIT_WAIT;
            case PARKED, WAITS_FOR_NOTIFY -> Operations.parked(held.trace());
            case NATIVE_CALL, COMPUTES, LIKELY_COMPUTES, IDLE, UNKNOWN -> WaitOperation.UNKNOWN;
        };
    }

    private List<Judgment> carriers(Census census, List<Carrier> carriers, Instant at) {
        WaiterGroup ready = census.onDefaultScheduler(Phase.READY);
        if (ready == null || !HogJudge.isCandidate(ready.threads()) || (stalled.getAsBoolean() && !hogs.tells())) {
            hogs.calm();
            return List.of();
        }
        List<Thread> mounted = new ArrayList<>();
        for (Carrier carrier : carriers) {
            Thread thread = carrier.virtualThread();
            if (thread != null && mounted.size() < MOST_MOUNTED) {
                mounted.add(thread);
            }
        }
        return hogs.judge(carrierLook.watch(ready, mounted, cost), at);
    }

    private static List<Pair> largestFirst(List<Pair> pairs) {
        return pairs.stream()
                .sorted(Comparator.comparingInt((Pair pair) -> pair.now().threads())
                        .reversed())
                .toList();
    }

    /** The deadlock, as {@link Judgment#about}, whose end these threads wait for; null if there is none. */
    private @Nullable String deadlockOf(Pair pair, WaitGraph graph, LiveGraph live) {
        String deadlock = deadlocks.deadlockOf(pair.group().holderId());
        Object blocker = deadlocks.threads().isEmpty() ? null : pair.now().blocker();
        if (deadlock != null || blocker == null) {
            return deadlock;
        }
        for (Has has : live.chain(blocker, graph)) {
            deadlock = deadlocks.deadlockOf(has.thread().id());
            if (deadlock != null) {
                return deadlock;
            }
        }
        return null;
    }

    /** Carriers that are held by pins which have not ended and that no verdict reports; null if there are none. */
    @Nullable
    Limit kept() {
        return keptNow;
    }

    /** The time at which the last look began. */
    Instant begin() {
        return begin;
    }

    /** Whether another look should follow soon, because it may confirm a deadlock. */
    boolean suspectsDeadlock() {
        return deadlocks.suspects();
    }

    WaitTotals totals() {
        return totals;
    }

    Verdicts verdicts() {
        return verdicts;
    }

    LookCounts counts() {
        return counts;
    }

    WakeJudge wakes() {
        return wakes;
    }
}
