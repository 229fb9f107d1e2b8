package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.waits.Cost;
import io.vtmonitor.waits.Followed;
import io.vtmonitor.waits.FrameProofs;
import io.vtmonitor.waits.HolderText;
import io.vtmonitor.waits.Judge;
import io.vtmonitor.waits.Ledger;
import io.vtmonitor.waits.LimitJudge;
import io.vtmonitor.waits.Moved;
import io.vtmonitor.waits.Phase;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.Verdicts;
import io.vtmonitor.waits.Verdicts.Found;
import io.vtmonitor.waits.census.Followers.Pair;
import io.vtmonitor.waits.census.WaitsWatch.WaitingThreads;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks at all virtual threads, repeatedly. For one thread alone; what it has found may be read by any. */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are told apart by identity
final class Looker {
    private static final int MOST_HOLDERS = 20;
    private static final int MOST_WATCHED = 10;

    private final ThreadList list;
    private final Phases phases;
    private final Blockers blockers;
    private final OwnedLocks locks;
    private final @Nullable MonitorLook monitorLook;
    private final CarrierLook carrierLook;
    private final SampledStacks stacks;
    private final FrameProofs proofs;
    private final Owners owners;
    private final Cost cost;
    private final Movement movement;
    private final Followers followers = new Followers();
    private final CarrierJudge carrierJudge = new CarrierJudge();
    private final OwnerChain.Waited waited;
    private final DeadlockJudge deadlocks;
    private final ClassInitJudge classInits;
    private final ThreadLocalJudge threadLocals;
    private final Ledger ledger = new Ledger();
    private final Verdicts verdicts;
    private final Counts counts = new Counts();
    private final WaitingThreads waiting;

    /** What the first look stands for. */
    private final Duration interval;

    private final Supplier<String> lostWakeUp;

    /**
     * @param instrumentation tells sizes of objects
     * @param waiting takes the threads that wait for an object, at each look
     * @param interval between two looks
     * @param lostWakeUp what to do about a wake-up that was lost
     * @throws ReflectiveOperationException where this JDK looks different inside
     */
    Looker(
            JdkInternals internals,
            Instrumentation instrumentation,
            FrameProofs proofs,
            Function<String, @Nullable Library> libraries,
            Cost cost,
            Consumer<WaitVerdict> told,
            WaitingThreads waiting,
            Duration interval,
            Supplier<String> lostWakeUp)
            throws ReflectiveOperationException {
        list = new ThreadList(internals);
        phases = new Phases(internals);
        blockers = new Blockers(internals);
        locks = new OwnedLocks(internals);
        Snapshots snapshots = Snapshots.open(internals);
        monitorLook = snapshots == null ? null : new MonitorLook(snapshots, phases);
        carrierLook = new CarrierLook(internals, phases);
        SiteReader sites = new SiteReader(Pools.load(), libraries);
        stacks = new SampledStacks(blockers, locks, phases, sites);
        this.proofs = proofs;
        this.waiting = waiting;
        this.interval = interval;
        this.lostWakeUp = lostWakeUp;
        owners = new Owners(locks, phases, sites, proofs);
        this.cost = cost;
        movement = new Movement(phases, blockers, locks, new Deadlines(phases, internals), cost);
        waited = new OwnerChain.Waited(locks, phases, blockers, new OwnerChain.Awaited(internals), snapshots);
        deadlocks = new DeadlockJudge(locks, phases);
        classInits = new ClassInitJudge(phases, owners);
        threadLocals = new ThreadLocalJudge(internals, instrumentation, libraries);
        verdicts = new Verdicts(told);
    }

    /** One look. However it ends, nothing of the application's is referred to afterwards. */
    void look() throws ReflectiveOperationException {
        long number = counts.begin();
        try {
            look(number);
        } finally {
            followers.end(number);
        }
    }

    private void look(long number) throws ReflectiveOperationException {
        long nanos = System.nanoTime();
        Instant at = Instant.now();
        followers.begin();
        long since = counts.looks() == 0 ? interval.toNanos() : counts.since(nanos);
        Census census = Census.take(
                phases,
                blockers,
                waited.awaited(),
                list,
                followers::knows,
                thread -> waiting.waits(thread, at.toEpochMilli(), since));
        Monitors monitors = monitorLook == null ? null : monitorLook.look(census, deadlocks.blockedOwners(census));
        OwnerChain chain = new OwnerChain(waited, census, monitors);
        List<Pair> pairs = followers.look(number, nanos, at, census.groups());
        stacks.take(pairs);
        askHolders(pairs, monitors, chain, nanos);
        watchMovement(pairs, nanos);
        pairs.forEach(pair -> owners.tellPermits(pair.group(), nanos));
        List<Found> found = new ArrayList<>(deadlocks.judge(census, chain, monitors, proofs, at));
        found.addAll(classInits.judge(census, at));
        found.addAll(carriers(census, at));
        Set<Long> deadlocked = deadlocks.threads();
        pairs.forEach(pair -> found.addAll(Judge.judge(pair.group(), deadlocked, lostWakeUp)));
        found.addAll(threadLocals.judge(census, nanos, at));
        ledger.look(nanos, at, pairs.stream().map(Pair::group).toList());
        boolean monitorsHidden = monitorLook == null && census.in(Phase.BLOCKED) != null;
        counts.end(nanos, census.threads(), census.ofOtherSchedulers(), census.unlisted(), monitorsHidden);
        verdicts.look(number, at, found);
    }

    private void askHolders(List<Pair> pairs, @Nullable Monitors monitors, OwnerChain chain, long nanos) {
        int left = MOST_HOLDERS;
        for (Pair pair : largestFirst(pairs)) {
            Object blocker = pair.now().blocker();
            boolean asked = pair.group().holder() != null; // of one thread only as long as it is known of more
            if (left == 0 || blocker == null || (pair.now().threads() < 2 && !asked)) {
                pair.group().heldBy(null, 0, nanos);
                pair.group().lock().mayBeIdle(left == 0); // nobody has looked
                pair.group().lock().lastOwner(null);
                continue;
            }
            left--;
            if (pair.group().phase() == Phase.BLOCKED && monitors != null) {
                Monitors.Owner owner = monitors.owner(blocker);
                WaitHolder holder = monitors.holder(blocker, owners, proofs);
                pair.group().heldBy(holder, owner == null ? 0 : owner.thread().getId(), nanos);
                owners.tellIdle(pair.group(), owner == null ? List.of() : owner.frames());
                pair.group().lock().unowned(owner == null && monitors.sawAll());
            } else {
                owners.ask(pair.group(), nanos);
                pair.group().lock().unowned(locks.isUnowned(blocker));
            }
            WaitHolder first = pair.group().holder();
            boolean more = first != null && first.waitsForLock();
            pair.group().lock().lastOwner(more ? chain.last(blocker, owners, proofs) : null);
        }
    }

    private void watchMovement(List<Pair> pairs, long nanos) {
        pairs.stream().filter(pair -> LimitJudge.mayLimit(pair.group())).forEach(this::askPermits);
        List<Pair> candidates = largestFirst(pairs).stream()
                .filter(pair -> Judge.isCandidate(pair.group()))
                .toList();
        List<Pair> watched = candidates.subList(0, Math.min(MOST_WATCHED, candidates.size()));
        candidates
                .subList(watched.size(), candidates.size())
                .forEach(pair -> pair.group().unwatched());
        List<Moved> moved = movement.watch(watched.stream().map(stacks::atPool).toList());
        for (int i = 0; i < moved.size(); i++) {
            Followed group = watched.get(i).group();
            boolean inSlices = HolderText.isUnpinned(group.type()); // who waits so never gives up
            group.moved(inSlices ? moved.get(i).gaveUp(0) : moved.get(i));
        }
        for (Pair pair : largestFirst(pairs)) {
            Object blocker = pair.now().blocker();
            pair.group().head(locks.firstWait(blocker), nanos);
            if (blocker != null && pair.group().looks() >= 2) {
                pair.group().lock().freeWith(nextThatStaysParked(blocker));
            }
        }
    }

    /**
     * Once for each semaphore or queue: whether its waiters are callers that give back what they get, or wait for a
     * signal or for work.
     */
    private void askPermits(Pair pair) {
        Followed group = pair.group();
        if (group.returnsPermits() == null) {
            for (Thread thread : pair.now().samples().subList(0, 1)) {
                List<StackTraceElement> trace = List.of(thread.getStackTrace());
                if (!trace.isEmpty() && stacks.isThere(thread, pair.now())) {
                    group.returnsPermits(proofs.returnsPermit(trace));
                }
            }
        }
    }

    /**
     * The wait of the thread that is next and could have what it waits for; null where there is none. A lock that was
     * just given back is free until the next thread has been woken up: that one is READY by then.
     */
    private @Nullable Object nextThatStaysParked(Object lock) {
        Object first = locks.firstWait(lock);
        Thread next = locks.isFree(lock) ? locks.next(lock) : null;
        for (int i = 0; i < 5 && next != null; i++) {
            if (!isParked(next) || !locks.isFree(lock) || locks.next(lock) != next || locks.firstWait(lock) != first) {
                return null;
            }
            if (i == 0 && OwnedLocks.isSemaphore(lock) && !proofs.asksForOnePermit(List.of(next.getStackTrace()))) {
                return null;
            }
            cost.pause(2_000_000);
        }
        return next == null ? null : first;
    }

    private boolean isParked(Thread thread) {
        Phase phase = phases.isVirtual(thread) ? phases.of(thread) : null;
        Thread.State state = thread.getState();
        return phase == null
                ? state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING
                : phase == Phase.PARKED || phase == Phase.TIMED_PARKED;
    }

    private List<Found> carriers(Census census, Instant at) {
        Counted ready = census.onDefaultScheduler(Phase.READY);
        if (ready == null || !CarrierJudge.isCandidate(ready.threads())) {
            carrierJudge.calm();
            return List.of();
        }
        return carrierJudge.judge(carrierLook.watch(ready, census.onDefaultScheduler(Phase.MOUNTED), cost), at);
    }

    private static List<Pair> largestFirst(List<Pair> pairs) {
        return pairs.stream()
                .sorted(Comparator.comparingInt((Pair pair) -> pair.now().threads())
                        .reversed())
                .toList();
    }

    Ledger ledger() {
        return ledger;
    }

    Verdicts verdicts() {
        return verdicts;
    }

    Counts counts() {
        return counts;
    }
}
