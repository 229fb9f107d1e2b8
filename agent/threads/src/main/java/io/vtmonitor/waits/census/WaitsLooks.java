package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.threads.Carrier;
import io.vtmonitor.threads.CarrierInspector;
import io.vtmonitor.threads.CarrierSnapshot;
import io.vtmonitor.threads.Deadlines;
import io.vtmonitor.threads.FrameProofs;
import io.vtmonitor.threads.HeldThreads;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.LiveGraph;
import io.vtmonitor.threads.Monitors;
import io.vtmonitor.threads.ThreadList;
import io.vtmonitor.waits.ConvoyJudge;
import io.vtmonitor.waits.DeadlockJudge;
import io.vtmonitor.waits.GroupVerdicts;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.PoolDeadlocks;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.Verdicts;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.WaitTotals;
import io.vtmonitor.waits.census.GroupTracker.Pair;
import io.vtmonitor.waits.census.WaitsWatch.WaitingThreads;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all virtual threads, repeatedly. A look is called by one thread only; any thread may read what it has found.
 */
final class WaitsLooks {
    /**
     * Threads in {@code Object.wait} of which a look reads whether they join a thread: the JVM walks the stack of each.
     */
    private static final int MOST_IN_WAIT = 32;

    private final ThreadList list;
    private final JdkThreads jdk;
    private final MonitorGroups monitorGroups;
    private final HeldThreads heldThreads;
    private final CarrierVerdicts carrierVerdicts;
    private final HolderSearch holders;
    private final TurnWatch turns;
    private final SampledStacks stacks;
    private final FrameProofs proofs;
    private final JdkLockOwners owners;
    private final LookBudget cost;
    private final GroupTracker tracker = new GroupTracker();
    private final WakeJudge wakes;
    private final DeadlockJudge deadlocks;
    private final ClassInitJudge classInits;
    private final ThreadLocalJudge threadLocals;
    private final WaitTotals totals = new WaitTotals();
    private final Verdicts verdicts;
    private final LookCounts counts = new LookCounts();
    private final WaitingThreads waiting;
    private final PoolDeadlocks pools;
    private final BooleanSupplier stalled;

    private Instant begin = Instant.EPOCH;

    /** The time that the first look stands for. */
    private final Duration interval;

    private final Supplier<JdkBugs> lostWakeUp;

    /**
     * @param instrumentation gives the sizes of objects
     * @param waiting receives the threads that wait for an object, at each look
     * @param pools knows the pools that are in deadlocks
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
            PoolDeadlocks pools,
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
        SiteReader sites = new SiteReader(Pools.load(), libraries);
        stacks = new SampledStacks(jdk, sites);
        this.proofs = proofs;
        this.waiting = waiting;
        this.pools = pools;
        this.stalled = stalled;
        this.interval = interval;
        this.lostWakeUp = lostWakeUp;
        owners = new JdkLockOwners(jdk, sites, proofs);
        this.cost = cost;
        Deadlines deadlines = new Deadlines(jdk, internals);
        turns = new TurnWatch(jdk, new Movement(jdk, deadlines, cost), stacks, proofs, cost);
        holders = new HolderSearch(jdk, owners, monitorGroups, proofs, cost);
        wakes = new WakeJudge(jdk, new WakeLook(jdk, deadlines, sites));
        deadlocks = new DeadlockJudge(false);
        carrierVerdicts = new CarrierVerdicts(jdk, heldThreads, deadlocks, stalled, cost);
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
        CarrierVerdicts.Found onCarriers = carrierVerdicts.look(census, carriers, nanos);
        cost.giveWay();
        LiveGraph live = live(census, carriers, monitors, onCarriers.held(), null);
        WaitGraph graph = live.graph();
        List<Pair> pairs = tracker.look(number, nanos, at, census.groups());
        cost.giveWay();
        stacks.take(pairs);
        holders.search(pairs, monitors, graph, live, nanos);
        turns.watch(pairs);
        pairs.forEach(pair -> owners.recordPermits(pair.group(), nanos));
        List<Judgment> found =
                new ArrayList<>(deadlocks.judge(graph, at, circle -> again(circle, live, census, onCarriers.held())));
        cost.giveWay();
        found.addAll(carrierVerdicts.judge(onCarriers, census, graph, at, nanos));
        DeadlockEffects effects = new DeadlockEffects(deadlocks, pools);
        for (ClassInitJudge.Found each : classInits.judge(census, at)) {
            if (!effects.take(each.convoy(), each.threads())) {
                found.add(each.convoy());
            }
        }
        boolean standsStill = stalled.getAsBoolean();
        for (Pair pair : pairs) {
            if (standsStill && ConvoyJudge.lacksCarrier(pair.group())) {
                continue; // the stall says why its threads wait
            }
            List<Long> awaited = effects.arePossible() ? awaited(pair, graph, live) : List.of();
            for (Judgment each : GroupVerdicts.judge(pair.group(), lostWakeUp)) {
                if (!effects.take(each, awaited)) {
                    found.add(each);
                }
            }
        }
        found.replaceAll(each -> each.covering(effects.covered()));
        cost.giveWay();
        found.addAll(threadLocals.judge(census, nanos, at));
        found.addAll(wakes.look(timed(census), at, cost));
        totals.look(nanos, at, pairs.stream().map(Pair::group).toList());
        boolean hidden = jdk.snapshots() == null && (census.in(Phase.BLOCKED) != null || anyJoins(carriers));
        counts.end(nanos, census.threads(), census.ofOtherSchedulers(), census.unlisted(), hidden, jdk.missing());
        Set<String> undecided =
                GroupVerdicts.undecided(pairs.stream().map(Pair::group).toList());
        undecided.addAll(effects.withheld());
        verdicts.look(number, at, found, undecided);
    }

    /**
     * Virtual threads on carriers and platform threads that wait to enter a monitor. They may own what others wait for.
     */
    private static List<Thread> blockedElsewhere(Census census, List<Carrier> carriers) {
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
            census.awaitTheirOwnEnd(live::read);
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

    /** Threads whose waits may have time limits. Before JDK 22 these look like other parked threads. */
    private static List<Thread> timed(Census census) {
        WaiterGroup timed = census.in(Phase.TIMED_PARKED);
        WaiterGroup waiting = timed == null ? census.in(Phase.PARKED) : timed;
        return waiting == null ? List.of() : waiting.samples();
    }

    /** The ids of the threads that these wait for, directly and through others. */
    private static List<Long> awaited(Pair pair, WaitGraph graph, LiveGraph live) {
        List<Long> awaited = new ArrayList<>();
        awaited.add(pair.group().holderId());
        Object blocker = pair.now().blocker();
        for (Has has : blocker == null ? List.<Has>of() : live.chain(blocker, graph)) {
            awaited.add(has.thread().id());
        }
        return awaited;
    }

    /** Carriers that are held by pins which have not ended and that no verdict reports; null if there are none. */
    @Nullable
    Limit kept() {
        return carrierVerdicts.keptNow();
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
